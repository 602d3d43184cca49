import { useEffect, useLayoutEffect, useRef } from 'react';

// A key ("j", "?", "Enter", "shift+x", "ctrl+Enter") and what it does. A held key repeats only where
// it says so.
export interface Key {
  key: string;
  run: () => void;
  repeats?: boolean;
}

const typed = 'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true]';
const ownKeys = '[role=dialog], [role=menu], [role=listbox]';

function nameOf(event: KeyboardEvent): string {
  const isLetter = /^\p{L}$/u.test(event.key);
  return `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.shiftKey && (isLetter || event.key.length > 1) ? 'shift+' : ''}${isLetter ? event.key.toLowerCase() : event.key}`;
}

// Enter, space and arrows belong to whatever has the focus; a page has them only where nothing has.
const belongsToFocus = (event: KeyboardEvent, target: Element) =>
  (event.key === 'Enter' || event.key === ' ' || event.key.startsWith('Arrow')) && target !== document.body && !target.matches('[role=grid], #content');

// Keys of a page. They leave alone whoever types, dialogs and menus, and what has the focus.
export function useKeys(keys: Key[], enabled = true): void {
  const now = useRef({ keys, enabled });
  // What a key does goes by what is on the screen.
  useLayoutEffect(() => { now.current = { keys, enabled }; });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!now.current.enabled || event.defaultPrevented || event.isComposing || event.altKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(typed) || target.closest(ownKeys) || belongsToFocus(event, target)) return;
      const name = nameOf(event);
      const found = now.current.keys.find(({ key }) => key === name);
      if (!found) return;
      event.preventDefault();
      if (!event.repeat || found.repeats) found.run();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
