//! Cookies that only the operations of this module see, and no script; and the device that sends
//! them.

use poem::Request;
use sparkyard_kernel::ClientAddress;

use crate::model::{
    cookie::Cookie,
    device::{Device, DeviceMarks},
    social::Browser,
};

/// Only the operations of this module see them.
const PATH: &str = "/api/auth";

/// All cookies of a request, by name, in their order.
fn cookies(request: &Request) -> impl Iterator<Item = (&str, &str)> {
    let headers = request.headers().get_all("cookie").into_iter();
    let cookies = headers.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
    cookies.filter_map(|cookie| cookie.trim().split_once('='))
}

/// The value of the `Set-Cookie` header that has a browser keep `cookie`.
pub(super) fn set_cookie(cookie: &Cookie) -> String {
    let Cookie { name, value, life, same_site, secure } = cookie;
    let secure = if *secure { "; Secure" } else { "" };
    let life = life.as_secs();
    format!("{name}={value}; Path={PATH}; Max-Age={life}; HttpOnly; SameSite={same_site:?}{secure}")
}

/// The device that sent `request`.
pub(super) fn device(request: &Request) -> Device {
    let agent = request.header("user-agent").unwrap_or_default();
    let marks = DeviceMarks::from_cookies(cookies(request));
    Device::new(agent, ClientAddress::of(request), marks)
}

/// The browser that sent `request`, if a social sign-in was begun in it.
pub(super) fn browser(request: &Request) -> Option<Browser> {
    Browser::from_cookies(cookies(request))
}
