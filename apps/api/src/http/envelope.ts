import { type Envelope, errorCodes } from '@realmkeep/contract';
import type { AppError } from './app-error.ts';

export function successEnvelope(data: unknown, statusCode: number): Envelope {
  return { message: 'OK', data, error: null, statusCode, timestamp: new Date().toISOString() };
}

export function errorEnvelope(error: AppError): Envelope {
  return {
    message: error.message,
    data: error.params,
    error: error.code,
    statusCode: errorCodes[error.code].status,
    timestamp: new Date().toISOString(),
  };
}
