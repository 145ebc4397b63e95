import type { ModelPrice } from '@domain/cost/price-table';
import { useState } from 'react';
import { modelWords } from '../../app/usage-words';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { draftOf, PRICE_FIELDS, type PriceDraft, readDraft } from './prices.logic';
import styles from './SettingsView.module.css';

export type PriceDialogProps = {
  /** Null: of a model nobody priced. */
  readonly price: ModelPrice | null;
  readonly onClose: () => void;
  readonly onKeep: (price: ModelPrice) => void;
};

export function PriceDialog({ price, onClose, onKeep }: PriceDialogProps) {
  const [draft, setDraft] = useState<PriceDraft>(() => draftOf(price));
  const [isAsked, setAsked] = useState(false);
  const read = readDraft(draft);
  const problemOf = (field: keyof PriceDraft) => (isAsked ? (read.problems[field] ?? null) : null);
  const send = () => {
    setAsked(true);
    if (read.price !== null) onKeep(read.price);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={price === null ? 'Add a price' : `Price of ${modelWords(price.model)}`}
      description="US dollars for a million tokens. Sessions that were priced before are priced anew."
      onSubmit={send}
      footerNote="The shipped list stays and comes back when you take yours away."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={send}>
            Keep the price
          </Button>
        </>
      }
    >
      <div className={styles['fields']}>
        <Field
          label="Model"
          isMono
          value={draft.model}
          readOnly={price !== null}
          error={problemOf('model')}
          onChange={(event) => setDraft({ ...draft, model: event.target.value })}
        />
        <Field
          label="From"
          type="date"
          value={draft.from}
          hint="Empty: it was always this price."
          error={problemOf('from')}
          onChange={(event) => setDraft({ ...draft, from: event.target.value })}
        />
        {PRICE_FIELDS.map(({ field, label }) => (
          <Field
            key={field}
            label={label}
            inputMode="decimal"
            value={draft[field]}
            error={problemOf(field)}
            onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
          />
        ))}
      </div>
    </Dialog>
  );
}
