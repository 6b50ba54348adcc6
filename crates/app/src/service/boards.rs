//! Boards: saved answers side by side, and a link that shows them to whoever has it.
//!
//! A link shows the rows that were there when the board was last run; it runs nothing, changes nothing, and says neither
//! statement nor source. It ends when it is revoked, when the board goes, or with its owner's key.

use super::keys::{key_digest, random};
use super::saved::is_for;
use super::sessions::checked_title;
use super::{About, Caller, Service};
use crate::session::AskError;
use vouch_store::Owner;
use vouch_store::records::{self, ApiKey, Board, BoardShare, Saved};

const MOST_BOARDS: usize = 50;
const MOST_ITEMS: usize = 50;
/// A week.
const LONGEST_WAIT: u32 = 7 * 24 * 60;
const TOKEN_BYTES: usize = 24;

/// What is to be another; what is not said stays.
#[derive(Default)]
pub struct BoardChange {
    pub title: Option<String>,
    pub items: Option<Vec<String>>,
    /// Zero is never.
    pub refresh_minutes: Option<u32>,
}

impl Service {
    pub async fn create_board(&self, caller: &Caller, title: &str) -> Result<Board, AskError> {
        let title = checked_title(title)?;
        if self.boards(caller).await?.len() >= MOST_BOARDS {
            return Err(AskError::Conflict {
                message: format!("there are {MOST_BOARDS} boards already, which is the limit"),
                hint: "Delete one that is no longer needed.".to_owned(),
            });
        }
        let now = jiff::Timestamp::now();
        let board = Board {
            id: uuid::Uuid::now_v7().simple().to_string(),
            owner: caller.owner.clone(),
            tenant: caller.client_id.clone(),
            title,
            items: Vec::new(),
            refresh_minutes: None,
            share: None,
            created_at: now,
            updated_at: now,
        };
        records::put(self.store.as_ref(), &board).await?;
        self.record(caller, "create_board", About::subject(&board.id)).await;
        Ok(board)
    }

    /// The caller's boards, newest first.
    pub async fn boards(&self, caller: &Caller) -> Result<Vec<Board>, AskError> {
        let mut all = records::list::<Board>(self.store.as_ref(), Some(&caller.owner)).await?;
        all.retain(|board| is_for(caller, board.tenant.as_deref()));
        Ok(all)
    }

    pub async fn board(&self, caller: &Caller, id: &str) -> Result<Board, AskError> {
        let found = records::get::<Board>(self.store.as_ref(), id).await?;
        found
            .filter(|board| board.owner == caller.owner && is_for(caller, board.tenant.as_deref()))
            .ok_or_else(|| AskError::not_found("board", id))
    }

    /// What is on the caller's board, in its order.
    pub async fn board_items(&self, caller: &Caller, board: &Board) -> Result<Vec<Saved>, AskError> {
        let mut items = self.items(board).await?;
        items.retain(|saved| is_for(caller, saved.tenant.as_deref()));
        Ok(items)
    }

    pub async fn change_board(&self, caller: &Caller, id: &str, change: BoardChange) -> Result<Board, AskError> {
        let mut board = self.board(caller, id).await?;
        if let Some(title) = &change.title {
            board.title = checked_title(title)?;
        }
        if let Some(items) = change.items {
            board.items = self.checked_items(caller, items).await?;
        }
        if let Some(minutes) = change.refresh_minutes {
            if minutes > LONGEST_WAIT {
                let message = format!("refresh_minutes must be 0 to {LONGEST_WAIT}");
                return Err(AskError::invalid(message, "0 is never."));
            }
            board.refresh_minutes = Some(minutes).filter(|minutes| *minutes > 0);
        }
        board.updated_at = jiff::Timestamp::now();
        records::put(self.store.as_ref(), &board).await?;
        self.record(caller, "update_board", About::subject(id)).await;
        Ok(board)
    }

    /// Each is a saved answer of the caller's own, and stands there once.
    async fn checked_items(&self, caller: &Caller, items: Vec<String>) -> Result<Vec<String>, AskError> {
        if items.len() > MOST_ITEMS {
            let message = format!("a board has at most {MOST_ITEMS} items");
            return Err(AskError::invalid(message, "Make another board."));
        }
        let mut checked: Vec<String> = Vec::new();
        for id in items {
            self.saved_answer(caller, &id).await?;
            if !checked.contains(&id) {
                checked.push(id);
            }
        }
        Ok(checked)
    }

    pub async fn delete_board(&self, caller: &Caller, id: &str) -> Result<(), AskError> {
        self.board(caller, id).await?;
        records::remove::<Board>(self.store.as_ref(), id).await?;
        self.record(caller, "delete_board", About::subject(id)).await;
        Ok(())
    }

    /// A new link; an earlier one no longer leads anywhere. The token is said once and kept as a digest.
    pub async fn share_board(&self, caller: &Caller, id: &str) -> Result<String, AskError> {
        let board = self.board(caller, id).await?;
        let token = format!("{}_{}", board.id, random(TOKEN_BYTES));
        let share = Some(BoardShare { digest: key_digest(&token), at: jiff::Timestamp::now() });
        records::put(self.store.as_ref(), &Board { share, ..board }).await?;
        self.record(caller, "share_board", About::subject(id)).await;
        Ok(token)
    }

    pub async fn unshare_board(&self, caller: &Caller, id: &str) -> Result<(), AskError> {
        let board = self.board(caller, id).await?;
        records::put(self.store.as_ref(), &Board { share: None, ..board }).await?;
        self.record(caller, "unshare_board", About::subject(id)).await;
        Ok(())
    }

    /// What a link shows, to whoever has it.
    pub async fn shared_board(&self, token: &str) -> Result<(Board, Vec<Saved>), AskError> {
        let not_found = || AskError::not_found("shared board", "link");
        let (id, _) = token.split_once('_').ok_or_else(not_found)?;
        let board = records::get::<Board>(self.store.as_ref(), id).await?.ok_or_else(not_found)?;
        // Digests are compared, not tokens: how long that takes tells nothing of the token.
        let opens = board.share.as_ref().is_some_and(|share| share.digest == key_digest(token));
        if !opens || !self.may_still_share(&board.owner).await? {
            return Err(not_found());
        }
        let mut items = self.items(&board).await?;
        // What a bound key shares is its client's, whatever else its owner has.
        items.retain(|saved| board.tenant.is_none() || saved.tenant == board.tenant);
        Ok((board, items))
    }

    async fn items(&self, board: &Board) -> Result<Vec<Saved>, AskError> {
        let mut items = Vec::new();
        for id in &board.items {
            let saved = records::get::<Saved>(self.store.as_ref(), id).await?;
            items.extend(saved.filter(|saved| saved.owner == board.owner));
        }
        Ok(items)
    }

    /// A key that was revoked opens nothing, not even through a link that it made.
    async fn may_still_share(&self, owner: &Owner) -> Result<bool, AskError> {
        let Some(id) = owner.as_str().strip_prefix("key:") else { return Ok(true) };
        let key = records::get::<ApiKey>(self.store.as_ref(), id).await?;
        Ok(key.is_some_and(|key| key.revoked_at.is_none()))
    }
}
