//! Reported reviews, and how safe members felt.

use sparkyard_kernel::{
    BookingId, Caller, ItemId, ModerationState, UserId,
    audit::Reading,
    events::moderation::{Reported, ReviewTakenDown},
    newest_first,
    ports::{ReviewInfo, SafetyCase, SafetyConcern, SanctionKind, Takedown},
};

use super::{ModerationService, members::check_other, takedowns::TakingDown};
use crate::{
    error::ModerationError,
    model::{
        appeal::Target,
        report::{Evidence, Reason, Report, Subject},
    },
    store::{TakenDown, open_case, put_sanction},
};

impl ModerationService {
    /// Returns a review by the number of its booking, whatever its state.
    pub(super) async fn reported_review(
        &self,
        about: &ItemId,
    ) -> Result<Option<ReviewInfo>, ModerationError> {
        let (Some(reviews), Ok(number)) = (&self.reviews, about.as_str().parse()) else {
            return Ok(None);
        };
        Ok(reviews.get(BookingId(number)).await?)
    }

    /// Returns a review that the caller can read: of themselves, or of and by people they can see.
    pub(super) async fn review(
        &self,
        caller: &UserId,
        about: &ItemId,
    ) -> Result<Option<Evidence>, ModerationError> {
        let found = self.reported_review(about).await?.filter(|found| found.moderation.is_shown());
        let Some(review) = found else { return Ok(None) };
        let ReviewInfo { booking, reviewer, reviewee, rating, comment, .. } = review;
        if *caller != reviewee && *caller != reviewer {
            let seen = self.people.seen_by(caller, std::slice::from_ref(&reviewee)).await?;
            let is_listed = seen.get(&reviewee).is_some_and(|person| person.listed);
            if !is_listed || self.people.is_blocked(caller, &reviewer).await? {
                return Ok(None);
            }
        }
        Ok(Some(Evidence {
            about: ItemId(booking.to_string()),
            reported: reviewer,
            quote: format!("{rating} of 5 stars\n\n{comment}").trim().to_owned(),
            picture: false,
        }))
    }

    /// Checks whether a report is about a review of `member`, who must not decide it.
    pub(super) async fn is_about_review_of(
        &self,
        report: &Report,
        member: &UserId,
    ) -> Result<bool, ModerationError> {
        if report.subject != Subject::Review {
            return Ok(false);
        }
        let review = self.reported_review(&report.evidence.about).await?;
        Ok(review.is_some_and(|review| review.reviewee == *member))
    }

    /// Prepares the removal of a review. Fails with `ReviewGone` if it was removed.
    pub(super) async fn removing_review(
        &self,
        about: &ItemId,
        takedown: Takedown,
    ) -> Result<TakingDown, ModerationError> {
        let reviews = self.reviews.as_deref().ok_or(ModerationError::ReviewGone)?;
        let found = self.reported_review(about).await?;
        let review = found.filter(|found| found.moderation != ModerationState::Removed);
        let review = review.ok_or(ModerationError::ReviewGone)?;
        let target = Target {
            kind: SanctionKind::Review,
            about: review.booking.to_string(),
            title: review.skill_type.clone(),
            user: review.reviewer.clone(),
        };
        let sanction = self.sanction(target, &takedown);
        let appeal_until = Some(sanction.until());
        let mut effects = Vec::from(reviews.take_down(&review, takedown.at)?);
        effects.push(put_sanction(sanction));
        Ok(TakingDown {
            effects,
            photo: None,
            payload: TakenDown::Review(ReviewTakenDown {
                booking_id: review.booking,
                skill_type: review.skill_type,
                user_id: review.reviewer,
                reason: takedown.reason,
                appeal_until,
            }),
        })
    }

    /// Returns the case of a member who did not feel safe. Staff whom it concerns are not told.
    pub(crate) async fn safety_case(
        &self,
        concern: SafetyConcern,
    ) -> Result<SafetyCase, ModerationError> {
        let SafetyConcern { booking, by, about, words, review, at } = concern;
        let id = ItemId(self.cx.ids.next());
        let reported =
            Reported { report_id: id.clone(), reporter_id: by.clone(), reported_id: about.clone() };
        let due_at = Some(at + self.rules().await?.reports());
        let report = Report {
            place: newest_first(at, id.as_str()),
            id,
            reporter: by,
            subject: Subject::Safety,
            evidence: Evidence {
                about: ItemId(booking.to_string()),
                reported: about,
                quote: review,
                picture: false,
            },
            reason: Reason::Unsafe,
            words,
            created_at: at,
            due_at,
            decision: None,
        };
        let mut effects = self.queue_news(&report).await?;
        effects.push(open_case(report));
        Ok(SafetyCase { effects, reported })
    }

    /// Returns how often others did not feel safe with a member; `None` without bookings. Recorded
    /// as a reading.
    pub(crate) async fn felt_unsafe(
        &self,
        caller: &Caller,
        about: &UserId,
    ) -> Result<Option<u64>, ModerationError> {
        check_other(caller, about)?;
        self.check_rank(caller, about).await?;
        let Some(reviews) = &self.reviews else { return Ok(None) };
        let count = reviews.felt_unsafe(about).await?;
        let reading = Reading {
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: "moderation.safety_read",
            subject: format!("user:{about}"),
            detail: String::new(),
        };
        reading.record(&self.cx.db).await?;
        Ok(Some(count))
    }
}
