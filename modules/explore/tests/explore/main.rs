//! Integration tests of people, follows and places, over HTTP on a fresh database.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::{Value, json};
use sparkyard_kernel::{
    Timestamp, UserId,
    ports::{NewPerson, People},
};
use sparkyard_testkit::{Answer, Member};

mod access;
mod blocks;
mod follows;
mod indistinguishable;
mod invites;
mod listed;
mod nearby;
mod profile;
mod search;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
];

/// Creates a person without an account, for lists.
async fn neighbour(app: &TestApp, id: &str, name: &str, city: &str) -> String {
    let (firstname, lastname) = name.split_once(' ').unwrap_or((name, ""));
    let person = NewPerson {
        id: UserId::from(id),
        firstname: firstname.to_owned(),
        lastname: lastname.to_owned(),
        gender: sparkyard_kernel::Gender::Other,
        phone: "07700 900456".to_owned(),
        location: Some(city.to_owned()),
        bio: String::new(),
        place: None,
        at: Timestamp::from_millis(1_772_445_600_000).unwrap(),
        listed: true,
    };
    let fragment = people(app).create(person).await.unwrap();
    app.db.write("test.neighbour").call(fragment).run::<()>().await.unwrap();
    id.to_owned()
}

fn people(app: &TestApp) -> std::sync::Arc<dyn People> {
    app.host.ports.require("test").unwrap()
}

/// Saves an address with exact coordinates.
async fn settle_at(member: &Member, location: &str, lat: f64, lon: f64) {
    let body = json!({
        "bio": "", "location": location, "street": "1 Secret Street", "zip_code": "LS1 4DY",
        "lat": lat, "lon": lon,
    });
    member.put("/api/users/profile/update/bio", body).await.ok();
}

/// Ids of the people of a list, in order.
#[track_caller]
fn ids(response: &Answer) -> Vec<String> {
    column(response, "id")
}

#[track_caller]
fn column(response: &Answer, name: &str) -> Vec<String> {
    let data = response.ok();
    let rows = data.as_array().unwrap().iter();
    rows.map(|row| row[name].as_str().unwrap().to_owned()).collect()
}

/// Returns all rows of a list, read in pages of three.
async fn all_pages(member: &Member, path: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut cursor = String::new();
    loop {
        let response = member.get(&format!("{path}?limit=3{cursor}")).await;
        let page = response.ok().as_array().unwrap().clone();
        assert!(page.len() <= 3);
        rows.extend(page);
        match response.next_cursor() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return rows,
        }
        assert!(rows.len() < 100, "the list must end");
    }
}
