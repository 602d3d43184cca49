// Whether this browser was offered the tour. Where nothing can be kept, nobody is offered it again and again.
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
