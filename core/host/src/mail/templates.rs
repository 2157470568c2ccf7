use std::{collections::BTreeSet, sync::Arc};

use anyhow::Context;
use minijinja::{Environment, Template, UndefinedBehavior, syntax::SyntaxConfig};
use rust_embed::RustEmbed;
use sparkyard_kernel::{
    ApiError,
    keys::MasterKey,
    ports::{MailMessage, Mails, RenderedMail, USUAL_LANGUAGE},
    site::Site,
    unsubscribe::{Unsubscribe, word},
};

/// Embedded templates: `module/name.txt`, with the subject as a block, and the same as `.html`. A
/// file whose name starts with `_` is included by others. These are English; a folder named by a
/// language, such as `cy`, holds translations of some or all of them.
#[derive(RustEmbed)]
#[folder = "../../config/content/emails"]
struct Files;

/// Mail templates, parsed at start.
#[derive(Debug)]
pub struct Templates {
    environment: Environment<'static>,
    links: Unsubscribe,
    site: Arc<Site>,
}

impl Templates {
    /// Parses the embedded templates. Site details come from `site`; unsubscribe links are signed
    /// with a key derived from `keys`.
    pub fn new(site: Arc<Site>, keys: &MasterKey) -> anyhow::Result<Self> {
        // MiniJinja escapes values in files that end in `.html`.
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).build()?);
        environment.add_global("url", site.public_url.clone());
        for name in Files::iter() {
            let file = Files::get(&name).context("an embedded file is gone")?;
            let text = String::from_utf8(file.data.into_owned())
                .with_context(|| format!("the mail template {name} is not UTF-8"))?;
            environment
                .add_template_owned(name.to_string(), text)
                .with_context(|| format!("reading the mail template {name}"))?;
        }
        Ok(Self { environment, links: Unsubscribe::new(keys), site })
    }

    /// Returns the names of all templates, sorted, such as `auth/code`.
    pub fn names(&self) -> Vec<String> {
        let texts = self.environment.templates().filter_map(|(name, _)| name.strip_suffix(".txt"));
        let usual = texts.filter(|name| !name.starts_with('_') && language_of(name).is_none());
        let mut names: Vec<String> = usual.map(str::to_owned).collect();
        names.sort();
        names
    }

    /// Finds the template in the receiver's language, or else the English one.
    fn part(&self, mail: &MailMessage, ending: &str) -> Result<Template<'_, '_>, minijinja::Error> {
        let usual = format!("{}.{ending}", mail.template);
        let translated = mail.language.as_ref().map(|language| format!("{language}/{usual}"));
        match translated.and_then(|name| self.environment.get_template(&name).ok()) {
            Some(template) => Ok(template),
            None => self.environment.get_template(&usual),
        }
    }

    fn words(&self, mail: &MailMessage) -> Result<RenderedMail, minijinja::Error> {
        let mut values = mail.values.clone();
        let (url, details) = (&self.site.public_url, self.site.details());
        values.insert("site".to_owned(), details.name.clone());
        if let Some(contact) = &details.contact {
            values.insert("contact".to_owned(), contact.clone());
        }
        // For the footer of every mail: why it was sent, and how to unsubscribe.
        let kind = mail.template.split('/').next().unwrap_or_default();
        values.insert("kind".to_owned(), kind.to_owned());
        let token = mail.optional.as_ref().map(|optional| self.links.token(optional));
        if let (Some(optional), Some(token)) = (&mail.optional, &token) {
            values.insert("topic".to_owned(), word(optional.topic));
            values.insert("unsubscribe".to_owned(), format!("{url}/unsubscribe/{token}"));
        }
        let mut plain = self.part(mail, "txt")?.render_captured(values.clone())?;
        let subject = plain.with_state_mut(|state| state.render_block("subject"))?;
        // Names in the subject may contain line breaks.
        let mut subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(member) = values.get("on_behalf_of") {
            subject = format!("For {member}: {subject}");
        }
        values.insert("subject".to_owned(), subject.clone());
        let html = self.part(mail, "html")?.render(values)?;
        let unsubscribe = token.map(|token| format!("{url}/api/unsubscribe/{token}"));
        let (site, contact) = (details.name.clone(), details.contact.clone());
        let text = plain.into_output();
        Ok(RenderedMail { site, contact, subject, text, html, unsubscribe })
    }
}

impl Mails for Templates {
    fn render(&self, mail: &MailMessage) -> Result<RenderedMail, ApiError> {
        self.words(mail).map_err(|cause| {
            ApiError::internal(format!("the mail {} cannot be written: {cause:#}", mail.template))
        })
    }

    fn languages(&self) -> Vec<String> {
        let names = self.environment.templates().filter_map(|(name, _)| language_of(name));
        let all: BTreeSet<&str> = names.chain([USUAL_LANGUAGE]).collect();
        all.into_iter().map(str::to_owned).collect()
    }
}

/// Returns the language of a translated template: `cy` for `cy/auth/code.txt`.
fn language_of(name: &str) -> Option<&str> {
    let (language, rest) = name.split_once('/')?;
    rest.contains('/').then_some(language)
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::site::SiteConfig;

    use super::*;

    #[test]
    fn mails_use_the_translation_or_fall_back_to_english() {
        let site = Arc::new(Site::new(SiteConfig::default()));
        let mut templates = Templates::new(site, &MasterKey::new([0; 32])).unwrap();
        assert_eq!(templates.languages(), ["en"]);
        let names = templates.names();
        for (ending, words) in [
            ("txt", "{% block subject %}Croeso{% endblock %}\nShwmae {{ name }}"),
            ("html", "<p>Shwmae {{ name }}</p>"),
        ] {
            let name = format!("cy/auth/welcome.{ending}");
            templates.environment.add_template_owned(name, words.to_owned()).unwrap();
        }
        assert_eq!(templates.languages(), ["cy", "en"]);
        assert_eq!(templates.names(), names, "they are the same mails");
        let mail = |template: &str, language: Option<&str>| {
            let mail = MailMessage::new("ana@example.org", template).with("name", "<Ana>");
            let mail = mail.with("code", "1234").with("token", "t").with("address", "a");
            MailMessage { language: language.map(str::to_owned), ..mail }
        };
        let words = templates.render(&mail("auth/welcome", Some("cy"))).unwrap();
        assert_eq!((&*words.subject, &*words.html), ("Croeso", "<p>Shwmae &lt;Ana&gt;</p>"));
        // A template without translation, and a language without any.
        let usual = templates.render(&mail("auth/code", None)).unwrap();
        for language in ["cy", "gd"] {
            let words = templates.render(&mail("auth/code", Some(language))).unwrap();
            assert_eq!(words, usual);
        }
    }
}
