//! Duties of the operator under the Online Safety Act 2023.

use std::{cmp::Reverse, collections::HashMap, time::Duration};

use jiff::civil::Date;
use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, Timestamp,
    audit::AuditEntry,
    events::moderation::{AssessmentDue, ComplaintsLate},
    ports::PersonInfo,
    site::{Mode, Registration},
    zone,
};

use super::ModerationService;
use crate::{
    config::ModerationConfig,
    error::ModerationError,
    model::{
        activity::Issue,
        online_safety::{
            self, Assessment, Fact, HARMS, Harm, HarmOnSite, NamedAssessment, NewAssessment,
            OnlineSafety, Tally,
        },
        report::REASONS,
    },
    store::Reminding,
};

/// Time of which decided complaints count.
const YEAR: Duration = Duration::from_hours(365 * 24);
/// Time before the next assessment is due at which admins are reminded first.
const NOTICE: Duration = Duration::from_hours(30 * 24);
/// Days between reminders of the assessment.
const REMIND_EVERY: i32 = 30;

impl ModerationService {
    /// Returns the state of the operator's duties.
    pub(crate) async fn online_safety(&self) -> Result<OnlineSafety, ModerationError> {
        let now = self.cx.now();
        let (reports, appeals) = self.store.complaints(now - YEAR).await?;
        let mut by_reason: Vec<_> = REASONS
            .map(|reason| {
                let its = reports.iter().filter(|report| report.reason == Some(reason));
                (reason, Tally::of(its, now))
            })
            .into();
        by_reason.retain(|(_, tally)| tally.received > 0);
        by_reason.sort_by_key(|(_, tally)| Reverse(tally.received));
        let tally = Tally::of(&appeals, now);
        let latest = self.store.latest_assessment().await?;
        let named = self.named_assessments(Vec::from_iter(latest)).await?;
        let rules = self.rules().await?;
        Ok(OnlineSafety {
            facts: self.facts(Tally::of(&reports, now), tally).await?,
            harms: HARMS
                .map(|harm| HarmOnSite { harm, measures: self.measures(harm, rules) })
                .into(),
            reports: by_reason,
            appeals: tally,
            latest: named.into_iter().next(),
        })
    }

    /// Stores an assessment of the site as it is now.
    pub(crate) async fn assess(
        &self,
        admin: &Caller,
        new: NewAssessment,
    ) -> Result<NamedAssessment, ModerationError> {
        let (id, now) = (ItemId(self.cx.ids.next()), self.cx.now());
        let (reports, appeals) = self.store.complaints(now - YEAR).await?;
        let facts = self.facts(Tally::of(&reports, now), Tally::of(&appeals, now)).await?;
        let assessment = Assessment::new(id, new, facts, (admin.id.clone(), now))?;
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: admin.id.as_str(),
            action: "moderation.risks_assessed",
            subject: format!("risk_assessment:{}", assessment.id),
            detail: format!("due again {}", zone::day_in_words(assessment.due_at())),
        };
        self.store.add_assessment(assessment.clone(), audit.fragment()).await?;
        let mut named = self.named_assessments(vec![assessment]).await?;
        named.pop().ok_or(ModerationError::NoAssessment)
    }

    /// Returns a page of the assessments, newest first.
    pub(crate) async fn assessments(
        &self,
        page: &PageQuery,
    ) -> Result<Page<NamedAssessment>, ModerationError> {
        let Page { items, next_cursor } = self.store.assessments(page).await?;
        Ok(Page { items: self.named_assessments(items).await?, next_cursor })
    }

    /// Returns an assessment as a PDF.
    pub(crate) async fn assessment_pdf(&self, id: &ItemId) -> Result<Vec<u8>, ModerationError> {
        let found = self.store.assessment(id).await?.ok_or(ModerationError::NoAssessment)?;
        let named = self.named_assessments(vec![found]).await?.pop();
        let named = named.ok_or(ModerationError::NoAssessment)?;
        let issue = Issue { site: self.cx.site.details().name.clone(), at: self.cx.now() };
        Ok(self.documents.write(move || online_safety::pdf(&issue, &named)).await?)
    }

    /// Reminds staff each day while complaints are late, and admins each month once an assessment
    /// is due within a month, or none was made a month after the site began to remind.
    pub(crate) async fn remind(&self, now: Timestamp) -> Result<(), ModerationError> {
        let before = self.store.reminders().await?;
        let today = zone::in_britain(now).date();
        let day = today.to_string();
        let mut after = before.clone();
        let (mut late, mut review) = (Vec::new(), None);
        if before.late_on != day {
            after.late_on.clone_from(&day);
            for reader in self.accounts.staff().await? {
                let count = self.store.count_late(&reader.id, now).await?;
                if count > 0 {
                    late.push(ComplaintsLate { user_id: reader.id, count });
                }
            }
        }
        if before.review_on.is_empty() {
            after.review_on.clone_from(&day);
        } else if is_month_old(&before.review_on, today) {
            let latest = self.store.latest_assessment().await?;
            let due_at = latest.as_ref().map(Assessment::due_at);
            if due_at.is_none_or(|due| due - NOTICE <= now) {
                after.review_on.clone_from(&day);
                review = Some(AssessmentDue { due_at });
            }
        }
        if after == before {
            return Ok(());
        }
        Ok(self.store.remind(Reminding { before, now: after, late, review }, now).await?)
    }

    /// Adds the names of those who made them.
    async fn named_assessments(
        &self,
        assessments: Vec<Assessment>,
    ) -> Result<Vec<NamedAssessment>, ModerationError> {
        let mut authors: Vec<_> = assessments.iter().map(|made| made.made_by.clone()).collect();
        authors.sort_unstable();
        authors.dedup();
        let people = match authors.is_empty() {
            true => HashMap::new(),
            false => self.people.find(&authors).await?,
        };
        let named = assessments.into_iter().map(|assessment| {
            let author = people.get(&assessment.made_by);
            let made_by = author.map(PersonInfo::name).unwrap_or_default();
            NamedAssessment { assessment, made_by }
        });
        Ok(named.collect())
    }

    /// Returns properties of the site that matter for its risks.
    async fn facts(&self, reports: Tally, appeals: Tally) -> Result<Vec<Fact>, ModerationError> {
        let site = &self.cx.site;
        let joining = match site.registration.get() {
            Registration::Open => "Everyone with an email address may join",
            Registration::Invite => "Only people whom a member invites may join",
            Registration::Approval => "The hosts approve each new member",
        };
        let paying = match site.mode() {
            Mode::CashAndTokens => "Pounds and sparks",
            Mode::TokensOnly => "Sparks only",
            Mode::Gift => "Nothing is paid",
        };
        let rules = self.rules().await?;
        let offered = |is: bool| if is { "Yes" } else { "No" };
        let days = |days: u32| format!("{days} {}", if days == 1 { "day" } else { "days" });
        Ok(vec![
            Fact::new("Members", self.accounts.count().await?.to_string()),
            Fact::new("Joining", joining),
            Fact::new("Age", "18 or over, which members confirm when they join"),
            Fact::new("Private messages and pictures", offered(self.conversations.is_some())),
            Fact::new("Board of needs", offered(self.needs.is_some())),
            Fact::new("Identity checks", offered(self.kyc.is_some())),
            Fact::new("Payment", paying),
            Fact::new("Reports are decided within", days(rules.report_days)),
            Fact::new("Appeals are decided within", days(rules.appeal_days)),
            Fact::new("Reports in the last year", reports.in_words()),
            Fact::new("Appeals in the last year", appeals.in_words()),
        ])
    }

    /// Proposes what to say about the measures against a kind of harm.
    fn measures(&self, harm: Harm, rules: ModerationConfig) -> String {
        let days = rules.report_days;
        let mut measures = vec![format!(
            "Members can report people, messages, skills, needs and reviews, and block each other. \
             The hosts decide within {days} {}, remove what is illegal and suspend members.",
            if days == 1 { "day" } else { "days" }
        )];
        if self.cx.site.registration.get() == Registration::Approval {
            measures.push("The hosts approve each new member.".to_owned());
        }
        if self.kyc.is_some() {
            measures.push("Members can prove who they are, which their profile shows.".to_owned());
        }
        let more = match harm {
            Harm::ChildAbuse => {
                "Members are 18 or over. Categories with children can ask for a check by the hosts."
            }
            Harm::Fraud | Harm::ProceedsOfCrime if self.cx.site.mode() == Mode::CashAndTokens => {
                "Payments are held until the work is done, and withdrawals need proof of identity."
            }
            Harm::Harassment | Harm::CoerciveControl => {
                "Members choose who may write to and book them. After a booking they are asked in \
                 private whether they felt safe."
            }
            _ => "",
        };
        measures.extend((!more.is_empty()).then(|| more.to_owned()));
        measures.join(" ")
    }
}

/// Checks whether a stored day is a month ago or more.
fn is_month_old(day: &str, today: Date) -> bool {
    let parsed = Date::strptime("%Y-%m-%d", day);
    parsed.is_ok_and(|day| (today - day).get_days() >= REMIND_EVERY)
}
