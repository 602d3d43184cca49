import { Button, Container } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Notice } from '../components/notice';
import { strings } from '../strings/en';

// A page that breaks leaves the others usable.
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Container p="md">
        <Notice kind="error" title={strings.errors.title}
          action={<Button size="xs" variant="default" onClick={() => window.location.reload()}>{strings.errors.reload}</Button>}>
          {strings.errors.unexpected}
        </Notice>
      </Container>
    );
  }
}
