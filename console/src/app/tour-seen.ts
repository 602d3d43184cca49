// Whether this browser was offered the tour. Where nothing can be kept it is not offered: it would return at each start.
const key = 'vedette-tour';

export function tourSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

export function noteTourSeen(): void {
  try {
    localStorage.setItem(key, 'seen');
  } catch {
    // Offered again next time.
  }
}
