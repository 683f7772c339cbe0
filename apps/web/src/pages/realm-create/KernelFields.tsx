import type { RealmCreateVersions, RealmPossibility } from '@realmkeep/contract';
import { builtinVersion, type FirstKernelKind } from '@realmkeep/contract/kernel-rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { Eula } from '../../features/realm/Eula.tsx';
import { KernelChoice } from '../../features/realm/KernelChoice.tsx';
import { VersionField } from '../../features/realm/VersionField.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import type { ChosenKernel } from './chosen-kernel.ts';

interface Props {
  /** What the plan includes and the machine runs. */
  offered: RealmPossibility['kernels'];
  chosen: ChosenKernel;
  onChoose: (chosen: ChosenKernel) => void;
  /** Of the chosen one, where that is a server in Java. */
  versions: UseQueryResult<RealmCreateVersions>;
}

/** What a new server runs on; for a server in Java also its version, and the licence of the game. */
export default function KernelFields({ offered, chosen, onChoose, versions }: Props) {
  const { create: messages } = useMessages('kernel');
  const size = useSizeText();
  const { kernel, version, agreed } = chosen;
  const memoryOf = (kind: FirstKernelKind) =>
    size((offered.find((one) => one.kernel === kind)?.memoryMiB ?? 0) * 1024 * 1024);
  return (
    <section aria-labelledby="create-kernel" className="mt-4">
      <h3 id="create-kernel" className="mb-2 text-lg">
        {messages.title}
      </h3>
      <KernelChoice
        kinds={offered.map((one) => one.kernel)}
        selected={kernel}
        onSelect={(kind) => onChoose({ ...chosen, kernel: kind, version: null })}
        note={(kind) => messages.memory(memoryOf(kind))}
      />
      {kernel !== 'sandbox' && (
        <VersionField
          key={kernel}
          query={versions}
          java={versions.data?.java ?? []}
          note={messages.versions(builtinVersion)}
          chosen={version}
          onChoose={(one) => onChoose({ ...chosen, version: one })}
        >
          <Eula
            accepted={versions.data?.accepted ?? null}
            agreed={agreed}
            onAgree={(yes) => onChoose({ ...chosen, agreed: yes })}
          />
        </VersionField>
      )}
    </section>
  );
}
