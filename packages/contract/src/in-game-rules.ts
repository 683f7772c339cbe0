export {
  type KitName,
  kitNames,
  type Prefix,
  type PrefixColour,
  prefixColours,
  prefixRule,
  readPrefix,
  type Weather,
  weathers,
} from '@realmkeep/realm-protocol/rules';
