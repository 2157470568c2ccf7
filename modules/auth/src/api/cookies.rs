//! Cookies of this module, which scripts cannot read, and the device that sent a request.

use poem::Request;
use sparkyard_kernel::ClientAddress;

use crate::model::{
    cookie::Cookie,
    device::{Device, DeviceMarks},
    social::Browser,
};

/// Limits the cookies to the operations of this module.
const PATH: &str = "/api/auth";

/// Returns the name and value of each cookie of a request, in header order.
fn cookies(request: &Request) -> impl Iterator<Item = (&str, &str)> {
    let headers = request.headers().get_all("cookie").into_iter();
    let cookies = headers.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(';'));
    cookies.filter_map(|cookie| cookie.trim().split_once('='))
}

/// Returns the value of the `Set-Cookie` header that stores `cookie`.
pub(super) fn set_cookie(cookie: &Cookie) -> String {
    let Cookie { name, value, life, same_site, secure } = cookie;
    let secure = if *secure { "; Secure" } else { "" };
    let life = life.as_secs();
    format!("{name}={value}; Path={PATH}; Max-Age={life}; HttpOnly; SameSite={same_site:?}{secure}")
}

/// Returns the device that sent `request`.
pub(super) fn device(request: &Request) -> Device {
    let agent = request.header("user-agent").unwrap_or_default();
    let marks = DeviceMarks::from_cookies(cookies(request));
    Device::new(agent, ClientAddress::of(request), marks)
}

/// Returns the browser that sent `request`, if a social sign-in was begun in it.
pub(super) fn browser(request: &Request) -> Option<Browser> {
    Browser::from_cookies(cookies(request))
}
