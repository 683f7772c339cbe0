import { languages } from '@realmkeep/contract/languages';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import type { FieldProps } from './field-props.ts';
import { productLanguageOf } from './product-name.ts';

/** The name and the description in each language. */
export function TextFields({ form, register, problems, all }: FieldProps) {
  const { product: messages } = useMessages('admin');
  return (
    <div className="flex flex-col gap-4">
      {languages.map((lang) => {
        const language = productLanguageOf[lang];
        const wrongName = problems[`translations.${language}.name`];
        const wrongText = problems[`translations.${language}.description`];
        const shown = all || form.translations[language].name !== '';
        return (
          <fieldset key={language} className="min-w-0">
            <legend className="mb-2 font-semibold">{messages.languages[language]}</legend>
            <Field
              {...register(`translations.${language}.name`)}
              label={messages.name}
              problem={wrongName && shown ? messages.problems[wrongName] : null}
              lang={lang}
              autoComplete="off"
            />
            <TextArea
              {...register(`translations.${language}.description`)}
              label={messages.description}
              problem={wrongText && messages.problems[wrongText]}
              lang={lang}
              rows={3}
            />
          </fieldset>
        );
      })}
    </div>
  );
}
