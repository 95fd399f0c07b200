"""Every text the package prints, in English and Chinese. `catalogue` looks texts up by key."""
