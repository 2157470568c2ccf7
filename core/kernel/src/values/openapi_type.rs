//! Custom types with an inline schema in the OpenAPI document.

/// Implements the API type of `$name` with the schema returned by `$schema`, a `Fn() ->
/// MetaSchema`.
#[macro_export]
macro_rules! openapi_type {
    ($name:ident, $schema:expr) => {
        impl ::poem_openapi::types::Type for $name {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_ref() -> ::poem_openapi::registry::MetaSchemaRef {
                let schema: fn() -> ::poem_openapi::registry::MetaSchema = $schema;
                ::poem_openapi::registry::MetaSchemaRef::Inline(Box::new(schema()))
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(std::iter::once(self))
            }
        }
    };
}

pub(crate) use openapi_type;
