//! Request and response bodies.

mod agreements;
mod email;
mod password;
mod second_factor;
mod session;
mod sign_up;
mod social;

pub(super) use self::{
    agreements::{Agreement, AgreementOverview, AgreementRequestForm, Agreements},
    email::EmailAddress,
    password::{AccountEmail, NewEmailCode, PasswordChange, PasswordReset},
    second_factor::{FactorCode, FullProof, PasswordProof, RecoveryCodes, SecondFactor, TotpSetUp},
    session::{Credentials, EndedSessions, Session, Tokens},
    sign_up::{
        AcceptedInvitation, EmailCode, EmailProof, NewAccountInfo, NewAdminAccount, NewAdminInfo,
        NewMember, SignUpAddress,
    },
    social::{Identity, Onward, SocialCodes, SocialSignIn},
};
