//! Vega inside QuickJS: one runtime with its limits. Not `Send`; lives on the renderer's thread.

use super::{Limits, font};
use crate::{ChartError, assets};
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Promise, Runtime};
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

pub(super) struct Engine {
    // The context goes before the runtime it lives in.
    context: Context,
    runtime: Runtime,
    deadline: Rc<Cell<Option<Instant>>>,
    limits: Limits,
}

/// Compiling deep specifications recurses.
const STACK: usize = 4 << 20;

impl Engine {
    pub(super) fn start(limits: Limits) -> Result<Self, ChartError> {
        let broken = |e: rquickjs::Error| ChartError::Internal(e.to_string());
        let runtime = Runtime::new().map_err(broken)?;
        runtime.set_memory_limit(limits.megabytes << 20);
        runtime.set_max_stack_size(STACK);
        let deadline: Rc<Cell<Option<Instant>>> = Rc::default();
        let watched = Deadline(Rc::clone(&deadline));
        runtime.set_interrupt_handler(Some(Box::new(move || watched.passed())));
        let context = Context::full(&runtime).map_err(broken)?;
        let engine = Self { context, runtime, deadline, limits };
        engine.context.with(|ctx| engine.load(&ctx))?;
        Ok(engine)
    }

    fn load(&self, ctx: &Ctx<'_>) -> Result<(), ChartError> {
        let failed = |what: &str, e: CaughtError<'_>| ChartError::Internal(format!("{what} did not load: {e}"));
        let measure = Function::new(ctx.clone(), |css: String, text: String| font::width(&css, &text));
        measure.and_then(|f| ctx.globals().set("textWidth", f)).catch(ctx).map_err(|e| failed("the font", e))?;
        ctx.eval::<(), _>(include_str!("prelude.js")).catch(ctx).map_err(|e| failed("the prelude", e))?;
        for (name, packed) in [("vega", assets::VEGA), ("vega-lite", assets::VEGA_LITE)] {
            ctx.eval::<(), _>(assets::unpack(packed)).catch(ctx).map_err(|e| failed(name, e))?;
        }
        ctx.eval::<(), _>(include_str!("draw.js")).catch(ctx).map_err(|e| failed("the drawing", e))
    }

    /// After an error that says the limits were reached, the engine must be thrown away.
    pub(super) fn draw(&self, spec: &str) -> Result<String, ChartError> {
        let limit = Duration::from_secs(self.limits.seconds);
        let started = Instant::now();
        self.deadline.set(started.checked_add(limit));
        let drawn = self.context.with(|ctx| {
            let drawing: Function<'_> = ctx.globals().get("draw").catch(&ctx).map_err(|e| e.to_string())?;
            let promise: Promise<'_> = drawing.call((spec,)).catch(&ctx).map_err(|e| e.to_string())?;
            promise.finish::<String>().catch(&ctx).map_err(|e| e.to_string())
        });
        self.deadline.set(None);
        let drawn = drawn.map_err(|why| self.explain(&why, started.elapsed() >= limit));
        self.runtime.run_gc();
        drawn
    }

    fn explain(&self, why: &str, late: bool) -> ChartError {
        let lower = why.to_lowercase();
        if late || lower.contains("interrupted") {
            ChartError::TooSlow(self.limits.seconds)
        } else if lower.contains("out of memory")
            || lower.contains("allocat")
            || lower.contains("stack") && lower.contains("overflow")
        {
            ChartError::TooLarge(self.limits.megabytes)
        } else {
            // The first line says what; the rest is Vega's stack.
            let line = why.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
            ChartError::Undrawable(crate::words::shorten(line.trim_start_matches("Error: "), 300))
        }
    }
}

struct Deadline(Rc<Cell<Option<Instant>>>);

impl Deadline {
    fn passed(&self) -> bool {
        self.0.get().is_some_and(|deadline| Instant::now() >= deadline)
    }
}
