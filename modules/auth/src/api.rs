//! The operations, by what they are about.

use std::sync::Arc;

use poem_openapi::{
    Object, Tags,
    payload::Response,
    types::{ParseFromJSON, ToJSON},
};
use sparkyard_kernel::{Data, Failure, Reply, ports::People};

use crate::{Auth, code::Codes, reset::Resets, session::TokenPair, social::Identities};

mod factor;
mod password;
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
pub(crate) type AuthApi = (
    (sign_up::SignUpApi, social::SocialApi),
    (session::SessionApi, (password::PasswordApi, factor::FactorApi)),
);

pub(crate) fn auth(auth: &Auth, people: Arc<dyn People>, resets: Arc<Resets>) -> AuthApi {
    let sessions = auth.sessions(people.clone());
    let codes = Codes {
        cx: auth.cx.clone(),
        store: auth.store.clone(),
        pepper: auth.pepper.clone(),
        throttle: auth.throttle.clone(),
        people: people.clone(),
    };
    let sign_in = auth.sign_in(sessions.clone());
    let social = social::SocialApi {
        social: auth.social(&sign_in),
        identities: Identities { store: auth.store.clone() },
    };
    (
        (sign_up::SignUpApi { codes, members: auth.members(people) }, social),
        (
            session::SessionApi { sign_in, sessions },
            (
                password::PasswordApi { resets, changes: auth.changes() },
                factor::FactorApi {
                    prover: auth.prover(),
                    required_of_admins: auth.config.admins_need_second_factor,
                },
            ),
        ),
    )
}

/// A success that leaves a cookie with the device.
type Remembered<T, const E: u32> = Result<Response<Data<T>>, Failure<E>>;

/// Adds to a success the cookie by which the device is known from now on.
fn remembering<T, const E: u32>(reply: Reply<T, E>, cookie: &str) -> Remembered<T, E>
where
    T: ParseFromJSON + ToJSON,
{
    reply.map(|data| Response::new(data).header("Set-Cookie", cookie))
}

/// An email address.
#[derive(Object)]
struct EmailAddress {
    /// Any case; surrounding space does not count.
    #[oai(validator(max_length = 320))]
    email: String,
}

/// A pair of tokens.
#[derive(Object)]
pub(crate) struct Tokens {
    /// JWT for the `Authorization` header, good for 15 minutes. Claims: `id`, `exp`, `email`,
    /// `role` and, if the member has a place, `lat` and `lon` of its neighbourhood.
    #[oai(rename = "accessToken")]
    pub(crate) access_token: String,
    /// For `refresh_session`, once; good for 60 days.
    #[oai(rename = "refreshToken")]
    pub(crate) refresh_token: String,
}

impl From<TokenPair> for Tokens {
    fn from(pair: TokenPair) -> Self {
        Self { access_token: pair.access, refresh_token: pair.refresh }
    }
}
