//! Members who trade, and what they know of each other.

use std::{
    io::Cursor,
    sync::{Mutex, MutexGuard, PoisonError},
};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use rand::rngs::StdRng;
use serde_json::{Value, json};
use sparkyard_testkit::{Member, stripe::FakeStripe};

use crate::bookings::fixture::offer;

/// Every fourth member has proved who they are and has a bank account.
const VERIFIED: usize = 4;

/// A member who offers a skill.
#[derive(Clone)]
pub(super) struct Provider {
    pub(super) id: String,
    pub(super) skill: String,
}

/// A booking with the places of its parties among the members.
#[derive(Clone, Copy)]
pub(super) struct Booking {
    pub(super) id: i64,
    pub(super) client: usize,
    pub(super) provider: usize,
}

/// State shared by all members: the other people, the provider, and the rows made so far.
pub(super) struct Town {
    pub(super) people: Vec<Provider>,
    pub(super) stripe: FakeStripe,
    pub(super) admin: Member,
    bookings: Mutex<Vec<Booking>>,
    exchanges: Mutex<Vec<Value>>,
}

/// A member who makes operations.
pub(super) struct Trader {
    pub(super) index: usize,
    pub(super) member: Member,
    pub(super) chance: StdRng,
    skill: String,
    /// The bank account of a verified member.
    pub(super) method: Option<Value>,
}

/// Returns the name of a member.
pub(super) fn name(index: usize) -> String {
    let letters = [index / 26, index % 26].map(|letter| b"abcdefghijklmnopqrstuvwxyz"[letter]);
    format!("m{}", String::from_utf8_lossy(&letters))
}

impl Town {
    pub(super) fn new(people: Vec<Provider>, stripe: FakeStripe, admin: Member) -> Self {
        let (bookings, exchanges) = (Mutex::default(), Mutex::default());
        Self { people, stripe, admin, bookings, exchanges }
    }

    /// Returns the same with an admin who has signed in again.
    pub(super) fn with_admin(&self, admin: Member) -> Self {
        Self {
            people: self.people.clone(),
            stripe: self.stripe.clone(),
            admin,
            bookings: Mutex::new(self.bookings().clone()),
            exchanges: Mutex::new(self.exchanges().clone()),
        }
    }

    pub(super) fn bookings(&self) -> MutexGuard<'_, Vec<Booking>> {
        self.bookings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn exchanges(&self) -> MutexGuard<'_, Vec<Value>> {
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Trader {
    /// Offers a skill; some members are verified and add a bank account.
    pub(super) async fn settle_in(
        index: usize,
        member: Member,
        admin: &Member,
        chance: StdRng,
    ) -> Self {
        let skill = offer(&member, "12.35", "moderate").await;
        let mut method = None;
        if index.is_multiple_of(VERIFIED) {
            method = Some(bank_account(&member, admin, index).await);
        }
        Self { index, member, chance, skill, method }
    }

    pub(super) fn provider(&self) -> Provider {
        Provider { id: self.member.id.clone(), skill: self.skill.clone() }
    }
}

/// Documents must differ.
const MAX_SHADES: usize = 100;

/// Proves who a member is, and adds a bank account.
pub(crate) async fn bank_account(member: &Member, admin: &Member, index: usize) -> Value {
    document(member, admin, "identity", index).await;
    document(member, admin, "utility", MAX_SHADES + index).await;
    let account = json!({
        "bank_name": "Calder Bank", "account_name": "A Member",
        "sort_code": "12-34-56", "account_number": format!("987654{index:02}"),
    });
    member.post("/api/settings/payment/withdrawalmethod", account).await.ok()
}

/// Uploads a document and lets the admin approve it.
async fn document(member: &Member, admin: &Member, path: &str, shade: usize) {
    let image = RgbImage::from_pixel(24, 16, Rgb([u8::try_from(shade).unwrap(), 99, 200]));
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).unwrap();
    let (fields, content) = ([("type", "international-passport")], content.into_inner());
    let fields = if path == "identity" { &fields[..] } else { &[] };
    let upload = format!("/api/settings/kyc/upload/{path}");
    let sent = member.post_form(&upload, fields, &[("file", "paper.png", &content)]).await.ok();
    let id = sent["id"].as_str().unwrap();
    admin.put(&format!("/api/admin/kyc/{id}/approve"), json!({})).await.ok();
}
