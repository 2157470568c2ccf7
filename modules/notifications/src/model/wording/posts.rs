//! Texts about first posts that staff look at before others see them.

use sparkyard_kernel::{events::moderation::PostSettled, ports::PostKind};

use super::super::Text;

/// Notice to staff about a post that waits.
pub(crate) fn post_waits() -> Text {
    Text {
        title: "A first post waits for you".to_owned(),
        description: "A new member posted something. Others see it once you have looked at it."
            .to_owned(),
        link: "/admin/posts".to_owned(),
    }
}

/// Notice to the author of a post called `title` that others can see from now on.
pub(crate) fn post_released(settled: &PostSettled, title: &str) -> Text {
    let about = &settled.about;
    let (title, link) = match settled.kind {
        PostKind::Skill => (
            format!("Your skill {title} is here for all to see"),
            format!("/settings/skills/{about}"),
        ),
        PostKind::Need => {
            (format!("\u{201c}{title}\u{201d} is on the board now"), format!("/needs/{about}"))
        }
        PostKind::Review => {
            (format!("Your review of {title} is shown now"), format!("/outward-details/{about}"))
        }
    };
    let description = "A moderator has looked at it. Thank you for waiting.".to_owned();
    Text { title, description, link }
}
