import { type Upload, UploadPurpose } from '@realmkeep/contract';
import type { UploadRow } from './upload-queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

export function uploadView(row: UploadRow, received: number): Upload {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    received,
    purpose: UploadPurpose.parse(row.purpose),
    expires: new Date(row.created_at.getTime() + dayMs).toISOString(),
  };
}
