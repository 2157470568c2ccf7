//! Ports: traits through which modules query each other without depending on each other.
//!
//! A port is a small trait over plain data, offered by exactly one module or by the host. A port
//! whose effect must join the caller's transaction returns a [`Fragment`].
//!
//! [`Fragment`]: sparkyard_db::Fragment

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    sync::Arc,
};

mod accounts;
mod activity;
mod agreements;
mod appeals;
mod billing_methods;
mod bookings;
mod card_bookings;
mod cards;
mod chargebacks;
mod chat;
mod contact;
mod delegations;
mod departures;
mod event_guests;
mod files;
mod first_posts;
mod geocoder;
mod handle;
mod kyc;
mod ledger;
mod live;
mod mail;
mod mail_troubles;
mod needs;
mod own_data;
mod payouts;
mod people;
mod pot;
mod reconciliation;
mod reply_addresses;
mod retention;
mod reviews;
mod safety;
mod set_up;
mod settings;
mod sign_ins;
mod skill_query;
mod skills;
mod transfers;
mod vetting;

pub use accounts::{
    AccountInfo, Accounts, Agreed, AlsoWrite, Invitation, Invitations, Leave, MemberDetails,
    NO_MAILBOX, NewAdmin, Registration, SignInChange, SignUpPolicy, Standing, without_address,
};
pub use activity::{Activity, Exchanges, Figures, Help, MAX_HELP};
pub use agreements::{AgreementText, AgreementTexts};
pub use appeals::{AppealableDecision, Appeals, MemberDecision, SanctionKind, refused_name};
pub use billing_methods::BillingMethods;
pub use bookings::{BilledBooking, Bookings, Circle};
pub use card_bookings::{CARD_BOOKING, CardBookings};
pub use cards::{
    CardForm, CardPayment, CardPaymentStatus, CardRefund, CardSync, Cards, NewCardPayment,
};
pub use chargebacks::{
    BouncedRefund, Chargeback, ChargebackEffects, ChargebackState, Chargebacks, DisputedPayment,
    NOT_BOOKED,
};
pub use chat::{Conversations, MessageInContext, WrittenMessage};
pub use contact::ContactMessages;
pub use delegations::{Delegations, both_sides};
pub use departures::Departures;
pub use event_guests::{EventGuests, EventMembers};
pub use files::{Files, ImageShape, StoredFile, StoredPicture, kept_if_saved};
pub use first_posts::{
    FirstPosts, HeldPost, NewPost, PostAnnouncement, PostKind, PostRelease, WithdrawnPost,
};
pub use geocoder::{
    AddressLines, GeocodeError, Geocoder, ImportReport, ImportWatch, MapTiles, Place, PlaceImports,
};
pub use handle::PortHandle;
pub use kyc::{DOCUMENT_CHANGED, Kyc, KycMethod, KycStatus};
pub use ledger::{
    Balances, EscrowSplit, INSUFFICIENT_FUNDS, LastLedgerCheck, Ledger, LedgerLine, LedgerPlace,
    LedgerReason, LedgerReport, OPENING, TokenAccount, TokenReason, TokenTransfer,
};
pub use live::{
    Live, LiveBooking, LiveBookingStatus, LiveConversation, LiveDelivered, LiveMessage, LiveNews,
    LiveNotice, LiveQueue, LiveRead, LiveRemoved, LiveTyping, LiveWallet, StaffQueue,
};
pub use mail::{
    Attachment, MailChoices, MailMessage, MailTopic, Mails, OptionalMail, RenderedMail,
};
pub use mail_troubles::{MailTrouble, MailTroubles, TroubleKind};
pub use needs::{NEED_CHANGED, NeedInfo, Needs};
pub use own_data::OwnData;
pub use payouts::{BankAccountInfo, Payouts, StoppedWithdrawals, WITHDRAWALS_CHANGED};
pub use people::{
    Area, LastChanges, Neighbour, NewPerson, PROFILE_CHANGED, People, PersonInfo, Rating, Ties,
};
pub use pot::{Pot, PotGrant, PreparedGrant};
pub use reconciliation::{CardMovement, Reconciled, Reconciliation};
pub use reply_addresses::ReplyAddresses;
pub use retention::Retentions;
pub use reviews::{REVIEW_CHANGED, ReviewInfo, Reviews};
pub use safety::{SafetyCase, SafetyCases, SafetyConcern};
pub use set_up::{
    MailLine, MailSpeaker, SetUp, SetUpTopic, SetUpWarning, TestMail, TestMailReport,
};
pub use settings::{
    Digest, MemberPreferences, NoticeChoices, Preferences, QuietHours, USUAL_LANGUAGE,
};
pub use sign_ins::{SharedSignIn, Sharing, SignIns};
pub use skill_query::{Fit, OfferedSkill, SkillQuery, SkillRank, SkillTerm};
pub use skills::{ImportedSkill, SKILL_CHANGED, SkillInfo, Skills, Takedown};
pub use transfers::{OutgoingTransfer, Payee, TransferOutcome, TransferRefusal, Transfers};
pub use vetting::Vetting;

/// Registry of ports.
#[derive(Default)]
pub struct Ports {
    offers: HashMap<TypeId, Offer>,
    clashes: Vec<String>,
}

struct Offer {
    by: &'static str,
    port: Box<dyn Any + Send + Sync>,
}

impl Ports {
    /// Registers a port in the name of `module`. A second offer of the same port is a start-up
    /// error.
    pub fn offer<P: ?Sized + Send + Sync + 'static>(&mut self, module: &'static str, port: Arc<P>) {
        let offer = Offer { by: module, port: Box::new(port) };
        if let Some(first) = self.offers.insert(TypeId::of::<P>(), offer) {
            let port = short_name::<P>();
            self.clashes.push(format!("{} and {module} both offer the port {port}", first.by));
        }
    }

    /// Returns the port, or an error that names the port and the module that needs it.
    pub fn require<P: ?Sized + Send + Sync + 'static>(
        &self,
        module: &'static str,
    ) -> anyhow::Result<Arc<P>> {
        self.optional().ok_or_else(|| {
            let port = short_name::<P>();
            anyhow::anyhow!(
                "module {module} needs the port {port}, which no installed module offers"
            )
        })
    }

    /// Returns the port if it is offered.
    pub fn optional<P: ?Sized + Send + Sync + 'static>(&self) -> Option<Arc<P>> {
        self.offers.get(&TypeId::of::<P>())?.port.downcast_ref::<Arc<P>>().cloned()
    }

    /// Returns an error if a port was offered twice.
    pub fn check(&self) -> anyhow::Result<()> {
        match self.clashes.first() {
            Some(clash) => Err(anyhow::anyhow!(clash.clone())),
            None => Ok(()),
        }
    }
}

impl std::fmt::Debug for Ports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ports").field("offers", &self.offers.len()).finish_non_exhaustive()
    }
}

fn short_name<P: ?Sized>() -> &'static str {
    type_name::<P>().rsplit("::").next().unwrap_or_default()
}
