//! The operations, by what they are about.

use std::sync::Arc;

use poem_openapi::{
    Tags,
    payload::Response,
    types::{ParseFromJSON, ToJSON},
};
use sparkyard_kernel::{Data, Failure, Reply};

use self::{
    password::PasswordApi, second_factor::SecondFactorApi, session::SessionApi, sign_up::SignUpApi,
    social::SocialApi,
};
use crate::{model::cookie::Cookie, service::AuthService};

mod cookies;
mod dto;
mod password;
mod second_factor;
mod session;
mod sign_up;
mod social;

#[derive(Tags)]
enum Tag {
    /// Signing up, signing in and out, and what keeps an account safe.
    #[oai(rename = "auth")]
    Auth,
}

/// All operations of the module.
pub(crate) type AuthApi = ((SignUpApi, SocialApi), (SessionApi, (PasswordApi, SecondFactorApi)));

/// The operations over `service`.
pub(crate) fn operations(service: &Arc<AuthService>) -> AuthApi {
    let service = || service.clone();
    (
        (SignUpApi(service()), SocialApi(service())),
        (SessionApi(service()), (PasswordApi(service()), SecondFactorApi(service()))),
    )
}

/// A success that leaves a cookie with the device.
type Remembered<T, const E: u32> = Result<Response<Data<T>>, Failure<E>>;

/// Adds to a success the cookie by which the device is known from now on.
fn remembering<T, const E: u32>(reply: Reply<T, E>, cookie: &Cookie) -> Remembered<T, E>
where
    T: ParseFromJSON + ToJSON,
{
    let cookie = cookies::set_cookie(cookie);
    reply.map(|data| Response::new(data).header("Set-Cookie", cookie))
}
