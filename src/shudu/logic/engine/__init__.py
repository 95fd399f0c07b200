"""What the techniques share: links between candidates, walks over them, nets, almost locked sets, deadly patterns."""
