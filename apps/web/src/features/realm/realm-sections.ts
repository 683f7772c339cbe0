import {
  Archive,
  Blocks,
  CalendarClock,
  CloudUpload,
  FolderTree,
  History,
  LifeBuoy,
  Mountain,
  Database,
  Puzzle,
  type LucideIcon,
  Server,
  SlidersHorizontal,
  SquareTerminal,
  UserRound,
  Users,
} from 'lucide-react';
import type { Messages } from '../../i18n/messages.ts';
import { paths } from '../../shared/paths.ts';

type RealmLink = ReturnType<
  | typeof paths.realmFiles
  | typeof paths.realmDetails
  | typeof paths.realmConsole
  | typeof paths.realmSettings
  | typeof paths.realmAccess
  | typeof paths.realmActivity
  | typeof paths.realmPlayers
  | typeof paths.realmSchedules
  | typeof paths.realmDatabases
  | typeof paths.realmBackups
  | typeof paths.realmKernel
  | typeof paths.realmWorld
  | typeof paths.realmPlugins
  | typeof paths.realmUploads
>;

interface RealmItem {
  label: string;
  Icon: LucideIcon;
  link?: RealmLink;
  href?: string;
  /** The tier is too small for it: the page says so. */
  locked?: boolean;
}

export interface RealmSection {
  title: string;
  /** Its title in the slide-in menu. */
  menuTitle: string;
  /** A page of the realm, or an address elsewhere. */
  items: RealmItem[];
}

/**
 * The menu of one realm.
 * @param id the realm of the page, which every link keeps; undefined if there is none, as while one is created
 * @param support where the operator helps; null if they do not
 * @param accessLocked whether the owner's tier has no co-owners
 */
export function realmSections(
  { sidebar }: Messages['realm'],
  id: string | undefined,
  support: string | null,
  accessLocked: boolean,
): RealmSection[] {
  const sections: RealmSection[] = [
    {
      title: sidebar.main,
      menuTitle: sidebar.basicMenu,
      items:
        id === undefined
          ? []
          : [
              { label: sidebar.general, Icon: Server, link: paths.realmDetails(id) },
              { label: sidebar.console, Icon: SquareTerminal, link: paths.realmConsole(id) },
              { label: sidebar.players, Icon: UserRound, link: paths.realmPlayers(id) },
              { label: sidebar.settings, Icon: SlidersHorizontal, link: paths.realmSettings(id) },
            ],
    },
    {
      title: sidebar.tools,
      menuTitle: sidebar.toolsMenu,
      items:
        id === undefined
          ? []
          : [
              { label: sidebar.files, Icon: FolderTree, link: paths.realmFiles(id) },
              { label: sidebar.world, Icon: Mountain, link: paths.realmWorld(id) },
              { label: sidebar.backups, Icon: Archive, link: paths.realmBackups(id) },
              { label: sidebar.uploads, Icon: CloudUpload, link: paths.realmUploads(id) },
              { label: sidebar.kernel, Icon: Blocks, link: paths.realmKernel(id) },
              { label: sidebar.plugins, Icon: Puzzle, link: paths.realmPlugins(id) },
              { label: sidebar.schedules, Icon: CalendarClock, link: paths.realmSchedules(id) },
            ],
    },
    {
      title: sidebar.additional,
      menuTitle: sidebar.additionalMenu,
      items: [
        ...(id === undefined
          ? []
          : [
              { label: sidebar.databases, Icon: Database, link: paths.realmDatabases(id) },
              { label: sidebar.activity, Icon: History, link: paths.realmActivity(id) },
              { label: sidebar.access, Icon: Users, link: paths.realmAccess(id), locked: accessLocked },
            ]),
        ...(support === null ? [] : [{ label: sidebar.support, Icon: LifeBuoy, href: support }]),
      ],
    },
  ];
  return sections.filter(({ items }) => items.length > 0);
}
