import { printOpenPages } from '@realmkeep/testkit/browser';
import { beforeEach } from 'vitest';

beforeEach(({ onTestFailed }) => onTestFailed(printOpenPages));
