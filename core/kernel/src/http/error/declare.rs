//! Declaration of the errors of a module.

/// Declares the error type of a module; each variant states its response.
///
/// ```text
/// sparkyard_kernel::errors! {
///     /// Errors of the module.
///     pub(crate) enum SkillsError {
///         /// No such skill, or the caller may not see it.
///         NotFound => 404, "skills.not_found", "Skill not found";
///         /// The name is in the catalogue already. Holds the title there.
///         Listed(title: String) => 409, "skills.listed", "{title} is in the list already.";
///         /// Too many requests wait. Holds the seconds until the next may be sent.
///         Busy(wait: u64) => ApiError::new(503, "skills.busy", "Try again.").retry_after(wait);
///     }
/// }
/// ```
///
/// A response is either status, code and sentence, where the sentence is a format string over the
/// fields of the variant, or any expression that converts into an [`ApiError`](crate::ApiError): a
/// constructor of it, a reference to a `RuleViolation`, a function.
///
/// Adds the variants `Db` and `Api`, which pass on a `DbError` and an `ApiError` as they are, and
/// implements `From` of both, the conversion into an `ApiError`, `Display` (for the log) and
/// `Error`.
#[macro_export]
macro_rules! errors {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($variants:tt)* }) => {
        $crate::errors!(@read { $(#[$meta])* $vis $name } {} $($variants)*);
    };

    // A variant with status, code and sentence.
    (@read $enum:tt { $($read:tt)* }
        $(#[$meta:meta])* $variant:ident $(($($field:ident: $type:ty),+))?
        => $status:literal, $code:literal, $sentence:literal; $($rest:tt)*
    ) => {
        $crate::errors!(@read $enum {
            $($read)*
            [
                $(#[$meta])*
                #[doc = ::std::concat!("\n\nResponse: ", $status, " `", $code, "`.")]
                $variant $(($($field: $type),+))?
                => $crate::ApiError::new($status, $code, ::std::format!($sentence))
            ]
        } $($rest)*);
    };
    // A variant with an expression.
    (@read $enum:tt { $($read:tt)* }
        $(#[$meta:meta])* $variant:ident $(($($field:ident: $type:ty),+))?
        => $response:expr; $($rest:tt)*
    ) => {
        $crate::errors!(@read $enum {
            $($read)*
            [
                $(#[$meta])*
                $variant $(($($field: $type),+))? => $crate::ApiError::from($response)
            ]
        } $($rest)*);
    };

    // All variants are read.
    (@read { $(#[$meta:meta])* $vis:vis $name:ident } { $([
        $(#[$about:meta])* $variant:ident $(($($field:ident: $type:ty),+))? => $response:expr
    ])* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $vis enum $name {
            $($(#[$about])* $variant $(($($type),+))?,)*
            /// Error of the database, or a rule violation that it detected.
            Db($crate::db::DbError),
            /// Error of another module, or of an invalid field.
            Api($crate::ApiError),
        }

        impl From<$crate::db::DbError> for $name {
            fn from(error: $crate::db::DbError) -> Self {
                Self::Db(error)
            }
        }

        impl From<$crate::ApiError> for $name {
            fn from(error: $crate::ApiError) -> Self {
                Self::Api(error)
            }
        }

        impl From<$name> for $crate::ApiError {
            fn from(error: $name) -> Self {
                match error {
                    $($name::$variant $(($($field),+))? => $response,)*
                    $name::Db(error) => error.into(),
                    $name::Api(error) => error,
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    Self::Db(error) => ::std::fmt::Display::fmt(error, f),
                    error => ::std::fmt::Display::fmt(&$crate::ApiError::from(error.clone()), f),
                }
            }
        }

        impl ::std::error::Error for $name {
            fn source(&self) -> Option<&(dyn ::std::error::Error + 'static)> {
                match self {
                    Self::Db(error) => error.source(),
                    _ => None,
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use sparkyard_db::{DbError, RuleViolation};

    use crate::ApiError;

    const DECIDED: RuleViolation = RuleViolation::new(409, "test.decided", "It is decided.");
    const SPENT: RuleViolation = RuleViolation::new(429, "test.spent", "Enough.").retry_after(60);

    errors! {
        /// Errors of the tests.
        enum TestError {
            /// Has a sentence without a value.
            NotFound => 404, "test.not_found", "There is no such thing.";
            /// Has a sentence with values.
            Taken(name: String, count: u64) => 409, "test.taken", "{name} is taken {count} times.";
            /// Is about a field, with the general code.
            Name => ApiError::invalid("name", "Give it a name.");
            /// Is about a field, with a code of its own.
            Password => ApiError::new(422, "test.password", "It is wrong.").field("password");
            /// Says when a retry makes sense.
            Busy(wait: u64) => ApiError::new(503, "test.busy", "Try again.").retry_after(wait);
            /// Is a rule violation.
            Decided => &DECIDED;
            /// Is a rule violation with a wait.
            Spent => &SPENT;
            /// Is converted by a function.
            Broken(cause: String) => broken(&cause);
        }
    }

    fn broken(cause: &str) -> ApiError {
        ApiError::internal(format!("it broke: {cause}"))
    }

    fn envelope_of(error: TestError) -> (u16, &'static str, String) {
        let error = ApiError::from(error);
        (error.status.as_u16(), error.code, error.message)
    }

    #[test]
    fn variant_has_its_status_code_and_sentence() {
        let sentence = "There is no such thing.".to_owned();
        assert_eq!(envelope_of(TestError::NotFound), (404, "test.not_found", sentence));
        let sentence = "Otter is taken 3 times.".to_owned();
        assert_eq!(
            envelope_of(TestError::Taken("Otter".to_owned(), 3)),
            (409, "test.taken", sentence)
        );
    }

    #[test]
    fn variant_may_be_about_a_field() {
        let error = ApiError::from(TestError::Name);
        assert_eq!((error.status.as_u16(), error.code), (422, "request.invalid"));
        assert_eq!(error.fields["name"], "Give it a name.");
        let error = ApiError::from(TestError::Password);
        assert_eq!((error.status.as_u16(), error.code), (422, "test.password"));
        assert_eq!(error.fields["password"], "It is wrong.");
        assert_eq!(error.message, "It is wrong.");
    }

    #[test]
    fn variant_may_say_when_to_retry() {
        assert_eq!(ApiError::from(TestError::Busy(7)).retry_after, Some(7));
        assert_eq!(ApiError::from(TestError::Spent).retry_after, Some(60));
        assert_eq!(ApiError::from(TestError::NotFound).retry_after, None);
    }

    #[test]
    fn variant_may_be_a_rule_violation() {
        let sentence = "It is decided.".to_owned();
        assert_eq!(envelope_of(TestError::Decided), (409, "test.decided", sentence));
        assert_eq!(ApiError::from(TestError::Decided).retry_after, None);
    }

    #[test]
    fn errors_of_the_database_and_of_others_pass_through() {
        let error = DbError::Busy { attempts: 40 };
        assert_eq!(TestError::from(error.clone()).to_string(), error.to_string());
        let (status, code, _) = envelope_of(error.into());
        assert_eq!((status, code), (503, "server.busy"));
        let refused = TestError::from(DbError::Refused(&DECIDED));
        assert_eq!(envelope_of(refused).1, "test.decided");
        let foreign = ApiError::new(403, "other.code", "Not you.").retry_after(5);
        let passed = ApiError::from(TestError::from(foreign));
        assert_eq!((passed.code, passed.retry_after), ("other.code", Some(5)));
    }

    #[test]
    fn log_names_the_code_and_the_cause() {
        let logged = TestError::NotFound.to_string();
        assert_eq!(logged, "test.not_found: There is no such thing.");
        let logged = TestError::Broken("a spring".to_owned()).to_string();
        assert!(logged.starts_with("server.internal: "), "{logged}");
        assert!(logged.ends_with(" (it broke: a spring)"), "{logged}");
    }
}
