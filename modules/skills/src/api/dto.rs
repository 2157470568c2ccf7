//! Request and response bodies.

mod form;
mod name_id;
mod names;
mod skill;
mod words;

pub(super) use self::{
    form::{SkillForm, check_name},
    name_id::NameId,
    names::{
        Category, DecisionReason, NewSkillSuggestion, PendingSkill, SkillDecision, SuggestedSkill,
    },
    skill::{GoingRatesView, Skill, SkillPhotoKey},
    words::{CategoryWord, CategoryWords},
};
