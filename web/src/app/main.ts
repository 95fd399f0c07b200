import './app.css';
import './installation.svelte';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepApp } from './offline/register';

mount(App, { target: document.getElementById('app')! });
keepApp();
