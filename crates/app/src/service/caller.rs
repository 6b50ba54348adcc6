//! Who asks, and what they may.

use crate::session::AskError;
use std::collections::BTreeSet;
use vouch_store::Owner;
use vouch_store::records::Role;

#[derive(Clone, Debug)]
pub struct Caller {
    pub owner: Owner,
    /// What a person would call them, for the page.
    pub name: String,
    pub role: Role,
    /// `None` for every source.
    pub sources: Option<BTreeSet<String>>,
    /// Whose rows they see, always; it wins over what a request says.
    pub client_id: Option<String>,
    pub request_id: Option<String>,
}

impl Caller {
    /// Whoever sits at this machine, where there are no keys.
    pub fn local(role: Role) -> Self {
        Self {
            owner: Owner::local(),
            name: "this machine".to_owned(),
            role,
            sources: None,
            client_id: None,
            request_id: None,
        }
    }

    pub fn require(&self, role: Role, what: &str) -> Result<(), AskError> {
        if self.role >= role {
            return Ok(());
        }
        let needed = match role {
            Role::Viewer => "a viewer's",
            Role::Analyst => "an analyst's",
            Role::Admin => "an admin's",
        };
        Err(AskError::forbidden(format!("this key may not {what}"), format!("It takes {needed} key.")))
    }

    pub fn may_use(&self, source: &str) -> bool {
        self.sources.as_ref().is_none_or(|allowed| allowed.contains(source))
    }

    /// The tenant a request is answered for. The key's own always counts; a request that names another one is a
    /// mistake that must be seen, not one that is quietly mended.
    pub fn tenant(&self, named: Option<&str>, required: bool) -> Result<Option<String>, AskError> {
        match (&self.client_id, named) {
            (Some(own), Some(other)) if own != other => Err(AskError::forbidden(
                format!("this key sees client {own} only, not {other}"),
                "Leave client_id out, or use a key of that client.",
            )),
            (Some(own), _) => Ok(Some(own.clone())),
            (None, None) if required => Err(AskError::invalid(
                "client_id is missing, and this server answers only for one client at a time",
                "Send client_id with the request, or use a key that is bound to a client.",
            )),
            (None, named) => Ok(named.map(str::to_owned)),
        }
    }
}
