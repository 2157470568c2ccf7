//! Request and response bodies.

mod categories;
mod form;
mod name_id;
mod names;
mod skill;
mod words;

pub(super) use self::{
    categories::{Category, CategoryForAdmin, CategoryForm, CategoryMove, NewCategory},
    form::{SkillForm, check_name},
    name_id::NameId,
    names::{DecisionReason, NewSkillSuggestion, PendingSkill, SkillDecision, SuggestedSkill},
    skill::{GoingRatesView, Skill, SkillPhotoKey},
    words::{CategoryWord, CategoryWords},
};
