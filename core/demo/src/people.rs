//! Registration of a sample person.

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use sparkyard_host::{Host, mail::CapturedMail};

use crate::{actor::Actor, pictures, town::SamplePerson};

/// Signs up through the API, with the code from the mail and optionally an invitation.
pub(super) async fn join(
    actor: &mut Actor,
    neighbour: &SamplePerson,
    password: &str,
    invitation: Option<&str>,
    (host, mail): (&Host, &CapturedMail),
) -> anyhow::Result<()> {
    let email = &neighbour.email;
    let invited = |mut body: Value| {
        if let Some(code) = invitation {
            body["referralCode"] = code.into();
        }
        body
    };
    actor.post("/api/auth/resend/code", invited(json!({ "email": email }))).await?;
    host.settle().await?;
    let code = mail.code_for(email);
    let code = code.with_context(|| format!("no code was mailed to {email}"))?;
    let proof =
        actor.post("/api/auth/verify/email", json!({ "email": email, "code": code })).await?;
    let registration = json!({
        "registrationToken": proof["registrationToken"], "email": email,
        "phone": neighbour.phone, "firstname": neighbour.firstname,
        "lastname": neighbour.lastname, "gender": neighbour.gender, "password": password,
        "adult": true, "terms": true, "location": neighbour.location,
    });
    let account = actor.post("/api/auth/register", invited(registration)).await?;
    account["id"].as_str().context("an account without an id")?.clone_into(&mut actor.id);
    host.settle().await
}

/// Fills in the profile, offers skills and tops up the wallet; returns the ids of the skills.
pub(super) async fn settle_in(
    actor: &mut Actor,
    neighbour: &SamplePerson,
    has: impl Fn(&str) -> bool,
) -> anyhow::Result<Vec<String>> {
    let profile = json!({
        "bio": neighbour.bio, "location": neighbour.location, "street": neighbour.street,
        "zip_code": neighbour.zip_code, "lat": neighbour.lat, "lon": neighbour.lon,
    });
    actor.put("/api/users/profile/update/bio", profile).await?;
    let portrait = pictures::render(&neighbour.look.draw())?;
    let portrait = ("photo", "portrait.png", portrait.as_slice());
    actor.put_file("/api/users/profile/upload", portrait).await?;
    let mut skills = Vec::new();
    if has("skills") {
        for (nth, offer) in neighbour.skills.iter().enumerate() {
            let (level, rate) =
                (offer.experience_level.to_lowercase(), offer.hourly_rate.to_string());
            let fields = [
                ("skill_type", offer.category.as_str()),
                ("experience_level", &level),
                ("hourly_rate", &rate),
                ("description", &offer.description),
            ];
            let pictures = pictures::of(offer, neighbour.firstname.len() + nth)?;
            let files: Vec<_> = pictures
                .iter()
                .map(|picture| ("thumbnails", "picture.png", picture.as_slice()))
                .collect();
            let skill = actor.form("/api/skills", &fields, &files).await?;
            skills.push(skill["id"].as_str().context("a skill without an id")?.to_owned());
        }
    }
    if has("wallet") && neighbour.cash >= 1.0 {
        top_up(actor, neighbour.cash).await?;
        if has("payouts") && !neighbour.skills.is_empty() {
            link_bank(actor, neighbour).await?;
        }
    }
    Ok(skills)
}

/// Adds an invented bank account, as a member who offers skills would.
async fn link_bank(actor: &mut Actor, neighbour: &SamplePerson) -> anyhow::Result<()> {
    let account = json!({
        "bank_name": "Calder Valley Bank", "sort_code": "00-00-00", "account_number": "00012345",
        "account_name": format!("{} {}", neighbour.firstname, neighbour.lastname),
    });
    actor.post("/api/settings/payment/withdrawalmethod", account).await?;
    Ok(())
}

/// Puts simulated money into the wallet, as a member would.
pub(super) async fn top_up(actor: &mut Actor, amount: f64) -> anyhow::Result<()> {
    let funding = actor.post("/api/wallet/fund", json!({ "amount": amount })).await?;
    pay_in_sandbox(actor, &funding).await?;
    actor.post("/api/wallet/confirm", json!({ "amount": amount })).await?;
    Ok(())
}

/// Pays a top-up or an intent that was begun with the simulated card.
pub(super) async fn pay_in_sandbox(actor: &mut Actor, begun: &Value) -> anyhow::Result<()> {
    let payment = json!({ "clientSecret": begun["clientSecret"], "outcome": "succeed" });
    let paid = actor.post("/api/wallet/sandbox/pay", payment).await?;
    ensure!(paid["status"] != Value::Null, "the sandbox gave no outcome");
    Ok(())
}
