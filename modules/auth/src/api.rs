//! HTTP operations of the module, one file per topic.

use std::sync::Arc;

use poem_openapi::{
    Tags,
    payload::Response,
    types::{ParseFromJSON, ToJSON},
};
use sparkyard_kernel::{Data, Failure, Reply};

use self::{
    agreements::AgreementsApi, password::PasswordApi, second_factor::SecondFactorApi,
    session::SessionApi, sign_up::SignUpApi, social::SocialApi,
};
use crate::{model::cookie::Cookie, service::AuthService};

mod agreements;
mod cookies;
mod dto;
mod password;
mod second_factor;
mod session;
mod sign_up;
mod social;

#[derive(Tags)]
enum Tag {
    /// Sign-up, sign-in, sign-out and account security.
    #[oai(rename = "auth")]
    Auth,
}

/// All operations of the module.
pub(crate) type AuthApi =
    ((SignUpApi, SocialApi, AgreementsApi), (SessionApi, (PasswordApi, SecondFactorApi)));

/// Returns all operations of the module, backed by `service`.
pub(crate) fn operations(service: &Arc<AuthService>) -> AuthApi {
    let service = || service.clone();
    (
        (SignUpApi(service()), SocialApi(service()), AgreementsApi(service())),
        (SessionApi(service()), (PasswordApi(service()), SecondFactorApi(service()))),
    )
}

/// Result of an operation whose success response sets a cookie.
type Remembered<T, const E: u32> = Result<Response<Data<T>>, Failure<E>>;

/// Adds a `Set-Cookie` header with `cookie` to a successful reply.
fn remembering<T, const E: u32>(reply: Reply<T, E>, cookie: &Cookie) -> Remembered<T, E>
where
    T: ParseFromJSON + ToJSON,
{
    let cookie = cookies::set_cookie(cookie);
    reply.map(|data| Response::new(data).header("Set-Cookie", cookie))
}
