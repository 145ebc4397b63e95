import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button';
import styles from './ErrorRegion.module.css';
import { Notice } from './Notice';

type Props = {
  /** What is broken, in a person's words: "The board". */
  readonly name: string;
  /** A changed key is a new start: another view in the same region. */
  readonly resetKey?: string;
  readonly onError?: (error: Error, info: ErrorInfo) => void;
  readonly children: ReactNode;
};
type State = { readonly error: Error | null; readonly resetKey: string | undefined };

/** A bug in one region leaves the others usable. */
export class ErrorRegion extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className={styles['place']}>
        <Notice
          tone="broken"
          title={`${this.props.name} stopped working.`}
          details={error.stack ?? error.message}
          isAnnounced
          actions={
            <Button size="s" onClick={() => this.setState({ error: null })}>
              Try again
            </Button>
          }
        >
          Your files and sessions are safe, and the rest of the window works. Try again; if it happens once
          more, reload the window.
        </Notice>
      </div>
    );
  }
}
