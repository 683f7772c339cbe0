import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Help } from './Help.tsx';
import { Plans } from './Plans.tsx';
import { Points } from './Points.tsx';
import { Reviews } from './Reviews.tsx';
import { Section } from './Section.tsx';
import { Steps } from './Steps.tsx';

/** What the home page says below the fold. */
export function HomeSections() {
  const { steps, honest } = useMessages('welcome');
  return (
    <>
      <Section id="steps" title={steps.title}>
        <Steps steps={steps.list} />
      </Section>
      <Points />
      <div className="mt-8">
        <Callout tone="info" title={honest.title}>
          <p>{honest.text}</p>
        </Callout>
      </div>
      <Plans />
      <Reviews />
      <Help />
    </>
  );
}
