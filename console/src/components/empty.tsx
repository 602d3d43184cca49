import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

// In place of a list that has nothing, with what to do about it.
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py={40} px="md" ta="center">
      <Text fw={600}>{title}</Text>
      {children && <Text size="sm" c="dimmed" maw={460}>{children}</Text>}
      {action && <div style={{ marginTop: 8 }}>{action}</div>}
    </Stack>
  );
}
