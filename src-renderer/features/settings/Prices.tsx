import { listPrices, type ModelPrice } from '@domain/cost/price-table';
import { Pencil, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { dateWords } from '../../app/time-words';
import { modelWords } from '../../app/usage-words';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { PriceDialog } from './PriceDialog';
import { PRICE_FIELDS, priceLines, withoutPrice, withPrice } from './prices.logic';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';
import { useChange } from './use-change';

type Editing = { readonly price: ModelPrice | null; readonly isOwn: boolean };

export function Prices({ disabledReason }: SectionProps) {
  const [{ prices }, change] = useChange();
  const [editing, setEditing] = useState<Editing | null>(null);
  const keep = (price: ModelPrice) => {
    const old = editing?.isOwn ? editing.price : null;
    change(
      { prices: { own: withPrice(prices.own, price, old) } },
      `Price of ${modelWords(price.model)} changed`,
    );
    setEditing(null);
  };
  return (
    <>
      <div className={styles['scroll']}>
        <table className={styles['table']}>
          <caption>
            US dollars for a million tokens. The list we ship was looked at on {dateWords(listPrices.as_of)}.
            A model that nobody priced is counted in tokens and never as $0.
          </caption>
          <thead>
            <tr>
              <th scope="col">Model</th>
              {PRICE_FIELDS.map(({ field, label }) => (
                <th key={field} scope="col" className={styles['figure']}>
                  {label}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {priceLines(prices.own, listPrices).map(({ price, isOwn }) => (
              <tr key={`${price.model} ${price.from ?? ''}`}>
                <th scope="row" title={price.model}>
                  {modelWords(price.model)}
                  {isOwn && (
                    <small className={styles['own']}>
                      {' '}
                      yours{price.from === undefined ? '' : `, from ${dateWords(price.from)}`}
                    </small>
                  )}
                </th>
                {PRICE_FIELDS.map(({ field }) => (
                  <td key={field} className={styles['figure']}>
                    {Number(price[field].toFixed(4))}
                  </td>
                ))}
                <td className={styles['acts']}>
                  <IconButton
                    icon={Pencil}
                    size="s"
                    label={`Change the price of ${modelWords(price.model)}`}
                    disabledReason={disabledReason}
                    onClick={() => setEditing({ price, isOwn })}
                  />
                  {isOwn && (
                    <IconButton
                      icon={RotateCcw}
                      size="s"
                      label={`Take your price of ${modelWords(price.model)} back`}
                      disabledReason={disabledReason}
                      onClick={() =>
                        change(
                          { prices: { own: withoutPrice(prices.own, price) } },
                          `Your price of ${modelWords(price.model)} is gone`,
                        )
                      }
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          size="s"
          icon={Plus}
          disabledReason={disabledReason}
          onClick={() => setEditing({ price: null, isOwn: false })}
        >
          Add a price…
        </Button>
      </div>
      {editing !== null && (
        <PriceDialog price={editing.price} onClose={() => setEditing(null)} onKeep={keep} />
      )}
    </>
  );
}
