export { testCertificate } from '@realmkeep/postgres';
