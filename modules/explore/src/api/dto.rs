//! What requests and answers say.

mod follows;
mod invites;
mod people;
mod profile;
mod skill;

pub(super) use self::{
    follows::{FollowRecord, FollowState},
    invites::InviteFigures,
    people::{PersonCard, PublicProfile},
    profile::{BioChange, Photo, PhotoForm, Profile, ProfileChange, Visibility},
};
