import type { Status } from '../api/types';

// In the order of their keys on the keyboard: 1 to 4.
export const statuses: Status[] = ['true-positive', 'false-positive', 'discarded', 'open'];
