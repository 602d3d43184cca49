// One offending input, as the service names it.
export interface Problem {
  path: string;
  code: string;
  message: string;
  id?: string;
}

// The service refused a request.
export class VedetteError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Problem[] = [],
    readonly requestId = '',
  ) {
    super(message);
    this.name = 'VedetteError';
  }

  // Of both shapes: flat for token operations, with an error object for all others.
  static of(status: number, body: unknown): VedetteError {
    const all = (body ?? {}) as Record<string, unknown>;
    if (typeof all.error === 'string')
      return new VedetteError(status, all.error, String(all.error_description ?? all.message ?? ''), [], String(all.requestId ?? ''));
    const error = (all.error ?? {}) as Record<string, unknown>;
    const message = String(error.message ?? `HTTP ${status}`);
    return new VedetteError(status, String(error.code ?? ''), message, (error.details ?? []) as Problem[], String(error.requestId ?? ''));
  }
}
