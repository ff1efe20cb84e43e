import { Component, type ReactNode } from 'react';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Shows a failure of the screens below it with its detail, code and request; a new `place` tries again. */
export class ErrorBoundary extends Component<{ readonly place: string; readonly children: ReactNode }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override componentDidUpdate(before: { readonly place: string }): void {
    if (before.place !== this.props.place && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div className="stack">
        <h1>This screen failed</h1>
        <ProblemNotice error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
      </div>
    );
  }
}
