//! Request and response bodies.

mod blocks;
mod follows;
mod invites;
mod people;
mod profile;
mod skill;

pub(super) use self::{
    blocks::{BlockState, BlockedPerson},
    follows::{FollowRecord, FollowState},
    invites::InviteFigures,
    people::{PersonCard, PublicProfile},
    profile::{BioChange, Photo, PhotoForm, Profile, ProfileChange, Visibility},
};
