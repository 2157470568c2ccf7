use std::collections::BTreeSet;

use anyhow::Context;
use minijinja::{Environment, Template, UndefinedBehavior, syntax::SyntaxConfig};
use rust_embed::RustEmbed;
use sparkyard_kernel::{
    ApiError,
    keys::MasterKey,
    ports::{MailMessage, Mails, RenderedMail, USUAL_LANGUAGE},
    site::SiteConfig,
    unsubscribe::{Unsubscribe, word},
};

/// The words of all mails: `module/what_it_says.txt`, which holds the subject too, and the same
/// as `.html`. A name that starts with `_` is a part of others. These are the English ones; a folder
/// named by another language, as in `cy`, has the same in that language, or some of them.
#[derive(RustEmbed)]
#[folder = "../../config/content/emails"]
struct Files;

/// The mail templates, read and checked.
#[derive(Debug)]
pub struct Templates {
    environment: Environment<'static>,
    links: Unsubscribe,
    url: String,
}

impl Templates {
    /// The templates that are part of the program, in the words of `site`, with links signed with
    /// one of `keys`.
    pub fn new(site: &SiteConfig, keys: &MasterKey) -> anyhow::Result<Self> {
        // By their ending, `.html` files escape what is filled in.
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).build()?);
        environment.add_global("site", site.name.clone());
        environment.add_global("url", site.public_url.clone());
        for name in Files::iter() {
            let file = Files::get(&name).context("an embedded file is gone")?;
            let text = String::from_utf8(file.data.into_owned())
                .with_context(|| format!("the mail template {name} is not UTF-8"))?;
            environment
                .add_template_owned(name.to_string(), text)
                .with_context(|| format!("reading the mail template {name}"))?;
        }
        Ok(Self { environment, links: Unsubscribe::new(keys), url: site.public_url.clone() })
    }

    /// Names of all templates, sorted: `auth/code` and so on.
    pub fn names(&self) -> Vec<String> {
        let texts = self.environment.templates().filter_map(|(name, _)| name.strip_suffix(".txt"));
        let usual = texts.filter(|name| !name.starts_with('_') && language_of(name).is_none());
        let mut names: Vec<String> = usual.map(str::to_owned).collect();
        names.sort();
        names
    }

    /// In the receiver's language, where there are words in it.
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
        // What the end of every mail says: why it came, and how to have no more of its kind.
        let kind = mail.template.split('/').next().unwrap_or_default();
        values.insert("kind".to_owned(), kind.to_owned());
        let token = mail.optional.as_ref().map(|optional| self.links.token(optional));
        if let (Some(optional), Some(token)) = (&mail.optional, &token) {
            values.insert("topic".to_owned(), word(optional.topic));
            values.insert("unsubscribe".to_owned(), format!("{}/unsubscribe/{token}", self.url));
        }
        let mut plain = self.part(mail, "txt")?.render_captured(values.clone())?;
        let subject = plain.with_state_mut(|state| state.render_block("subject"))?;
        // Names are people's own words; a subject is one line.
        let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
        values.insert("subject".to_owned(), subject.clone());
        let html = self.part(mail, "html")?.render(values)?;
        let unsubscribe = token.map(|token| format!("{}/api/unsubscribe/{token}", self.url));
        Ok(RenderedMail { subject, text: plain.into_output(), html, unsubscribe })
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

/// The language of a template that is not in the usual one: `cy` of `cy/auth/code.txt`.
fn language_of(name: &str) -> Option<&str> {
    let (language, rest) = name.split_once('/')?;
    rest.contains('/').then_some(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_are_in_the_language_of_their_receiver_where_there_are_words_in_it() {
        let mut templates =
            Templates::new(&SiteConfig::default(), &MasterKey::new([0; 32])).unwrap();
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
        // What nobody has put into a language yet, and a language that is gone.
        let usual = templates.render(&mail("auth/code", None)).unwrap();
        for language in ["cy", "gd"] {
            let words = templates.render(&mail("auth/code", Some(language))).unwrap();
            assert_eq!(words, usual);
        }
    }
}
