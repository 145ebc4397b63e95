import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import styles from './PermissionCard.module.css';
import type { Question } from './permission.logic';
import { visibleText } from './plain-text.logic';

export type QuestionFormProps = {
  readonly questions: readonly Question[];
  readonly isSending: boolean;
  readonly onAnswer: (answers: Readonly<Record<string, string>>) => void;
  readonly onDeny: () => void;
};

/** Claude asks a person to choose. An answer is the words of the choice, several of them with a comma between. */
export function QuestionForm({ questions, isSending, onAnswer, onDeny }: QuestionFormProps) {
  const id = useId();
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const answerTo = ({ question, isMultiple }: Question): string => {
    const words = own[question]?.trim() ?? '';
    const picked = words !== '' && !isMultiple ? [] : (chosen[question] ?? []);
    return [...picked, ...(words === '' ? [] : [words])].join(', ');
  };
  const isComplete = questions.every((question) => answerTo(question) !== '');
  const choose = (question: Question, label: string, isChosen: boolean) => {
    const others = question.isMultiple
      ? (chosen[question.question] ?? []).filter((each) => each !== label)
      : [];
    setChosen({ ...chosen, [question.question]: isChosen ? [...others, label] : others });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete)
          onAnswer(Object.fromEntries(questions.map((each) => [each.question, answerTo(each)])));
      }}
      className={styles['body']}
      style={{ padding: 0 }}
    >
      {questions.map((question, index) => (
        <fieldset key={question.question} className={styles['question']}>
          <legend>{visibleText(question.question)}</legend>
          {question.options.map((option) => (
            <label key={option.label} className={styles['option']}>
              <input
                type={question.isMultiple ? 'checkbox' : 'radio'}
                name={`${id} ${index}`}
                checked={(chosen[question.question] ?? []).includes(option.label)}
                onChange={(event) => choose(question, option.label, event.target.checked)}
              />
              <span>
                {visibleText(option.label)}
                {option.description !== '' && <small>{visibleText(option.description)}</small>}
              </span>
            </label>
          ))}
          <input
            className={styles['own']}
            aria-label={`Your own answer to: ${visibleText(question.question)}`}
            placeholder="Something else"
            value={own[question.question] ?? ''}
            maxLength={5000}
            onChange={(event) => setOwn({ ...own, [question.question]: event.target.value })}
          />
        </fieldset>
      ))}
      <div className={styles['acts']}>
        <Button
          type="submit"
          variant="primary"
          isLoading={isSending}
          loadingLabel="Answering…"
          disabledReason={isComplete ? null : 'Choose an answer for each question.'}
        >
          Answer
        </Button>
        <Button variant="quiet" className={styles['deny']} onClick={onDeny}>
          Deny…
        </Button>
      </div>
    </form>
  );
}
