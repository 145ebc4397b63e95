import { useRef, useState } from 'react';
import { forgetFailure, openProject, useProjectState } from '../../app/state/project';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FolderField } from './FolderField';
import { projectSentences } from './project-errors';

export function OpenProjectDialog({ argument, close }: { argument: string; close: () => void }) {
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState(argument);
  const { failure, opening } = useProjectState();
  const error = failure === null ? null : projectSentences(failure.error);
  const leave = () => {
    forgetFailure();
    close();
  };
  const open = async () => {
    const wanted = path.length > 1 ? path.trim().replace(/\/+$/, '') || '/' : path.trim();
    if (wanted === '') input.current?.focus();
    else if (await openProject(client, wanted)) close();
  };
  return (
    <Dialog
      isOpen
      onClose={leave}
      title="Open a project"
      initialFocus={input}
      onSubmit={() => void open()}
      footerNote="Opening runs none of its code."
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={opening !== null} loadingLabel="Opening…">
            Open project
          </Button>
        </>
      }
    >
      <FolderField
        inputRef={input}
        value={path}
        error={error === null ? null : `${error.happened} ${error.safe} ${error.next}`}
        onChange={(value) => {
          setPath(value);
          forgetFailure();
        }}
        onSubmit={() => void open()}
      />
    </Dialog>
  );
}
