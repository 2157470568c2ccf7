//! Upload forms and their validation.

use bytes::Bytes;
use poem_openapi::{Multipart, types::ParseFromParameter};
use sparkyard_kernel::{
    ApiError,
    multipart::{MAX_IMAGE_BYTES, Upload, read_upload},
    ports::KycMethod,
    validate::Checks,
};

use crate::model::IdType;

const NO_TYPE: &str = "Please select an ID type";
const NO_ID: &str = "Please upload an ID document";
const NO_BILL: &str = "Please upload a utility bill";
const TOO_LARGE: &str = "File size must be less than 5MB";

/// An identity document.
#[derive(Debug, Multipart)]
pub(crate) struct IdentityForm {
    /// Required: `residence-permit`, `driving-license` or `international-passport`.
    #[oai(rename = "type", validator(max_length = 64))]
    id_type: Option<String>,
    /// Required: a JPEG, PNG, WebP, HEIC or SVG image of at most 5 MB.
    file: Option<Upload>,
}

/// A proof of address.
#[derive(Debug, Multipart)]
pub(crate) struct UtilityForm {
    /// Required: a JPEG, PNG, WebP, HEIC or SVG image of at most 5 MB.
    file: Option<Upload>,
}

impl IdentityForm {
    /// Returns the type and the picture. Every violation is a 422 that names the field.
    pub(crate) async fn read(self) -> Result<(IdType, Bytes), ApiError> {
        let id_type = self
            .id_type
            .as_deref()
            .map(str::trim)
            .and_then(|text| IdType::parse_from_parameter(text).ok());
        let id_type = id_type.filter(|id_type| id_type.method() == KycMethod::Identity);
        let file = self.file.filter(Upload::is_chosen);
        Checks::new()
            .check("type", id_type.is_some(), NO_TYPE)
            .check("file", file.is_some(), NO_ID)
            .finish()?;
        // The checks above ensure that both are present.
        let (Some(id_type), Some(file)) = (id_type, file) else {
            return Err(ApiError::invalid("file", NO_ID));
        };
        Ok((id_type, read_upload(file, MAX_IMAGE_BYTES, TOO_LARGE).await?))
    }
}

impl UtilityForm {
    /// Returns the picture of the bill. Fails with 422 if there is none.
    pub(crate) async fn read(self) -> Result<Bytes, ApiError> {
        let file = self.file.filter(Upload::is_chosen);
        let file = file.ok_or_else(|| ApiError::invalid("file", NO_BILL))?;
        read_upload(file, MAX_IMAGE_BYTES, TOO_LARGE).await
    }
}
