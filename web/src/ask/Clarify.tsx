// A question back: each reading is a button, and there is room for other words.
import { useState } from 'react';
import type { Clarification } from '../api/types';
import { strings } from '../strings';
import { useActions } from './actions';

export function Clarify({ clarification, open }: { clarification: Clarification; open: boolean }) {
  const { ask } = useActions();
  const [text, setText] = useState('');
  const asked = clarification.questions.length > 0 ? clarification.questions : [clarification.question];
  // What the buttons say need not be said twice.
  const questions = clarification.choices.length > 0 ? asked.map((question) => question.replace(/\s+1\. [\s\S]*$/, '')) : asked;
  const may = open && ask !== null;
  return (
    <section className="card clarify" aria-label={clarification.choices.length === 1 ? strings.answer.clarifyOne : strings.answer.clarify}>
      {clarification.reason && <p className="small soft">{clarification.reason}</p>}
      {questions.map((question) => (
        <p key={question} className="insight">
          {question}
        </p>
      ))}
      <div className="choices">
        {clarification.choices.map((choice) => (
          <button key={choice.label} type="button" className="choice" disabled={!may} onClick={() => ask?.(choice.question)}>
            {choice.label}
          </button>
        ))}
      </div>
      {may && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) ask(text);
          }}
        >
          <input
            className="field"
            value={text}
            aria-label={strings.answer.clarifyOther}
            placeholder={strings.answer.clarifyOther}
            onChange={(event) => setText(event.target.value)}
          />
          <button className="button" disabled={!text.trim()}>
            {strings.answer.clarifySend}
          </button>
        </form>
      )}
    </section>
  );
}
