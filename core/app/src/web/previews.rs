//! Previews of links to profiles, of members who allow them.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, Ports, UserId,
    ports::{People, Preferences, Skills},
};
use tracing::warn;

/// Most skills that a preview names.
const MAX_SKILLS: usize = 3;

/// Looks up the previews that members allow.
pub(super) struct Previews {
    people: Arc<dyn People>,
    preferences: Arc<dyn Preferences>,
    skills: Option<Arc<dyn Skills>>,
}

/// Content of a preview.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Preview {
    pub(super) firstname: String,
    /// Names of skills that the member offers.
    pub(super) skills: Vec<String>,
}

impl Previews {
    /// Resolves the ports. Returns `None` where members cannot allow previews, as the module that
    /// stores their choices is off.
    pub(super) fn new(ports: &Ports) -> Option<Self> {
        let (people, preferences) = (ports.optional()?, ports.optional()?);
        Some(Self { people, preferences, skills: ports.optional() })
    }

    /// Returns the preview of a member's profile; `None` unless the member allows it, and is
    /// not hidden.
    pub(super) async fn of(&self, id: &str) -> Option<Preview> {
        let found = self.find(&UserId::from(id)).await;
        found.unwrap_or_else(|error| {
            warn!("a link has no preview: {error}");
            None
        })
    }

    async fn find(&self, id: &UserId) -> Result<Option<Preview>, ApiError> {
        let ids = std::slice::from_ref(id);
        let chosen = self.preferences.of(ids).await?.remove(id);
        if !chosen.is_some_and(|chosen| chosen.link_preview) {
            return Ok(None);
        }
        let person = self.people.find(ids).await?.remove(id).filter(|person| person.visible);
        let Some(person) = person else { return Ok(None) };
        let offered = match &self.skills {
            Some(skills) => skills.of_people(ids, false).await?,
            None => HashMap::new(),
        };
        let names = offered.into_values().flatten().map(|skill| skill.skill_type);
        let skills = names.take(MAX_SKILLS).collect();
        Ok(Some(Preview { firstname: person.firstname, skills }))
    }
}

impl Preview {
    /// Returns the title, with `{site}` for the name of the site.
    pub(super) fn title(&self) -> String {
        format!("{} on {{site}}", self.firstname)
    }

    /// Returns the description, with `{site}` for the name of the site.
    pub(super) fn description(&self) -> String {
        let Self { firstname, skills } = self;
        match skills.as_slice() {
            [] => format!("{firstname} is a neighbour on {{site}}. Sign in to see the profile."),
            skills => {
                format!("{firstname} offers {}. Sign in to see the profile.", skills.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_names_what_is_offered() {
        let preview = |skills: &[&str]| Preview {
            firstname: "Maya".to_owned(),
            skills: skills.iter().map(|name| (*name).to_owned()).collect(),
        };
        assert_eq!(preview(&[]).title(), "Maya on {site}");
        assert_eq!(
            preview(&["Plumbing", "Baking"]).description(),
            "Maya offers Plumbing, Baking. Sign in to see the profile."
        );
        assert!(preview(&[]).description().starts_with("Maya is a neighbour on {site}."));
    }
}
