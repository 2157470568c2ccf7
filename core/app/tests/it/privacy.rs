//! Private addresses and contact details: calls every operation of the OpenAPI document and
//! searches every response for them. Fails on an operation without a sample request.

use poem::http::Method;
use sparkyard_testkit::{Answer, Member};

use crate::operations::{is_fault, operations, samples::sample, send};
use leak::Secrets;
use village::{Village, village};

use crate::TestApp;

mod exception;
mod leak;
mod village;

/// In a sample community everybody may read the mail.
const SAMPLE_MAIL: &str = "list_demo_mail";
/// The file of what sellers earned, with their addresses, which tax reports ask for; each download
/// is in the audit log.
const SELLERS_FILE: &str = "get_sellers_csv";
/// The only one who has earned pounds.
const SELLER: &str = "paul";
/// Operations in which staff see members' email addresses.
const STAFF_SEE_ADDRESSES: &[&str] = &["list_members", "list_clusters"];

/// Requests about everybody else, since the samples are about one person.
fn about(village: &Village) -> Vec<String> {
    let mut paths = vec![
        "/api/users/people/within/leeds?category=plumbing&limit=100".to_owned(),
        "/api/users/people/nearby/53.8337/-1.59396/200?limit=100".to_owned(),
        "/api/skills/search?q=cleaning".to_owned(),
        "/api/skills/searchname/unicycle-lessons".to_owned(),
    ];
    for person in [&village.world.vera, &village.world.paul, &village.rex] {
        let id = &person.id;
        paths.push(format!("/api/users/basic/profile/{id}"));
        paths.push(format!("/api/reviews/user/{id}"));
        paths.push(format!("/api/bookings/availability/{id}"));
        paths.push(format!("/api/users/profile/{id}"));
    }
    let searches = ["vera", "paul", "example", "07700", "secret", "LS1"];
    paths.extend(searches.map(|term| format!("/api/users/searchuser/{term}")));
    paths
}

async fn check(walker: &Member, village: &Village, secrets: &[Secrets]) {
    for operation in operations(&village.world.app).await {
        let response = send(walker, &sample(&operation, &village.world)).await;
        assert!(!is_fault(&response), "{operation}: {}", response.body);
        let leaked = leaks(&response, secrets);
        assert!(leaked.is_empty() || operation == SAMPLE_MAIL, "{operation} tells {leaked:?}");
    }
}

async fn check_reads(walker: &Member, village: &Village, secrets: &[Secrets]) {
    for path in about(village) {
        let leaked = leaks(&walker.get(&path).await, secrets);
        assert!(leaked.is_empty(), "{path} tells {leaked:?}");
    }
}

fn leaks(response: &Answer, secrets: &[Secrets]) -> Vec<String> {
    secrets.iter().flat_map(|secrets| secrets.leaks_in(response)).collect()
}

#[tokio::test]
async fn strangers_see_no_contact_details() {
    let village = village().await;
    let secrets = village.secrets();
    check_reads(&village.world.sid, &village, &secrets).await;
    check(&village.world.sid, &village, &secrets).await;
}

#[tokio::test]
async fn mutual_followers_see_no_contact_details() {
    let village = village().await;
    let secrets = village.secrets();
    check_reads(&village.fay, &village, &secrets).await;
    check(&village.fay, &village, &secrets).await;
}

#[tokio::test]
async fn anonymous_callers_see_no_contact_details() {
    let village = village().await;
    let secrets = village.secrets();
    let nobody = village.world.app.anonymous();
    check_reads(&nobody, &village, &secrets).await;
    check(&nobody, &village, &secrets).await;
}

#[tokio::test]
async fn staff_see_only_email_addresses() {
    let village = village().await;
    let secrets = village.secrets();
    let without_email: Vec<Secrets> = secrets.iter().map(Secrets::without_email).collect();
    let not_of_sellers: Vec<Secrets> =
        secrets.iter().filter(|person| person.whose != SELLER).cloned().collect();
    for operation in operations(&village.world.app).await {
        let sample = sample(&operation, &village.world);
        if sample.method != Method::GET || operation == SAMPLE_MAIL {
            continue;
        }
        let response = send(&village.iris, &sample).await;
        let expected = match operation.as_str() {
            SELLERS_FILE => &not_of_sellers,
            name if STAFF_SEE_ADDRESSES.contains(&name) => &without_email,
            _ => &secrets,
        };
        let leaked = leaks(&response, expected);
        assert!(leaked.is_empty(), "{operation} tells {leaked:?}");
    }
}

/// Verifies the search: it finds the details in people's own responses.
#[tokio::test]
async fn people_see_their_own_details() {
    let village = village().await;
    let vera = &village.world.vera;
    let own = vera.get(&format!("/api/users/profile/{}", vera.id)).await;
    own.ok();
    let leaked = village.vera.leaks_in(&own);
    for kind in ["email", "phone", "street", "postcode", "latitude", "longitude"] {
        assert!(leaked.iter().any(|leak| leak.contains(kind)), "{kind}: {leaked:?}");
    }
}

/// A skill or a person must not reveal different distances within one cell.
#[tokio::test]
async fn skills_in_one_cell_have_equal_distances() {
    let app = TestApp::start().await;
    let (bo, cy) = (app.member("bo").await, app.member("cy").await);
    village::settle(&bo, "1 A Street", "LS1 1AA", (53.7961, -1.5473)).await;
    village::settle(&cy, "2 B Street", "LS1 1AB", (53.7964, -1.5478)).await;
    for member in [&bo, &cy] {
        village::offer(member, "plumbing").await;
    }
    let ana = app.member("ana").await;
    for place in [(53.81, -1.6), (53.7961, -1.5473), (53.7942, -1.5501), (50.1, -5.5)] {
        village::settle(&ana, "3 C Street", "LS1 1AC", place).await;
        let list = ana.get("/api/skills/searchname/plumbing").await.ok();
        assert_eq!(list.as_array().unwrap().len(), 2);
        assert_eq!(list[0]["distance"], list[1]["distance"], "from {place:?}");
    }
}
