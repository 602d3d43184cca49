import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { strings } from '../strings/en';

// A deep petrol for what can be acted on, slate for everything else; the colours with a meaning
// (statuses, ways of matching) are in components/colours.css.
const petrol: MantineColorsTuple = [
  '#e8f5f7', '#d3e7eb', '#a6ced6', '#76b3c0', '#4f9dad', '#358fa1', '#25889b', '#157487', '#066679', '#00586a',
];
const slate: MantineColorsTuple = [
  '#d5dae1', '#bcc4cf', '#98a3b3', '#76839a', '#56637a', '#3d485c', '#2c3546', '#1f2735', '#171d29', '#10151e',
];

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  colors: { petrol, dark: slate },
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans CJK SC', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.3' }, h2: { fontSize: '1rem', lineHeight: '1.35' }, h3: { fontSize: '0.875rem', lineHeight: '1.4' } } },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': strings.common.close } } },
    Modal: { defaultProps: { transitionProps: { duration: 120 }, centered: true, closeButtonProps: { 'aria-label': strings.common.close } }, styles: { content: { background: 'var(--surface)' }, header: { background: 'var(--surface)' }, title: { fontWeight: 600 } } },
    Badge: { defaultProps: { tt: 'none', fw: 500, radius: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 } } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
  },
});

// Darker dimmed text than the default, so that small text keeps a contrast of 4.5.
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#566073', '--mantine-color-body': '#f7f8fa', '--surface': '#ffffff', '--line': '#dfe3e9', '--mantine-color-default-border': '#c9d0d9', '--mantine-color-placeholder': '#667085' },
  dark: { '--mantine-color-dimmed': '#a3aebd', '--mantine-color-body': '#10151e', '--surface': '#171d29', '--line': '#2c3546', '--mantine-color-default-border': '#3d485c', '--mantine-color-placeholder': '#98a3b3' },
});
