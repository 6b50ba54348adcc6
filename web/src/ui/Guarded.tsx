// A part that fails shows that it failed, and leaves the rest of the page standing.
import { Component, type ReactNode } from 'react';
import { strings } from '../strings';

interface Props {
  children: ReactNode;
  /** What to say in place of the whole notice, for small parts. */
  brief?: string;
}

export class Guarded extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.brief) return <p className="small soft">{this.props.brief}</p>;
    return (
      <div className="empty" role="alert">
        <h2>{strings.states.broken}</h2>
        <p className="soft">{strings.states.brokenHint}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {strings.states.reload}
        </button>
      </div>
    );
  }
}
