import '../app/app.css';
import { mount } from 'svelte';
import Single from './Single.svelte';

mount(Single, { target: document.getElementById('app')! });
